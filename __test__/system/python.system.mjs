// Python: each program of docs/python.md as it is written there, with its package from PyPI, before a gateway and a scripted provider;
// and the core (`examples/python`) over PyPI's wasmtime: for every recording the same bytes as in Node, or, without recordings, for
// generated requests.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startGateway } from "../support/gateway-process.mjs";
import { startProvider } from "../support/kept-bodies-provider.mjs";
import { counter, pythonFolder, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "python";

const VERSION = "50.0.1";
/** The clients of docs/python.md. */
const CLIENTS = [
  "openai==3.57.0",
  "anthropic==2.14.0",
  "litellm==1.110.2",
  "pydantic-ai-slim[openai,anthropic]==2.68.0",
  "langchain-openai==1.7.4",
  "langchain-anthropic==1.7.10",
];
const CHECK = `
import hashlib, json, pathlib, sys
sys.path.insert(0, sys.argv[1])
from tamis import Passed, Tamis
tamis = Tamis(json.loads(pathlib.Path(sys.argv[2]).read_text()))
for file in sys.stdin.read().splitlines():
    body = pathlib.Path(file).read_bytes()
    try:
        body = tamis.reduce(body)
    except Passed:
        pass
    print(hashlib.sha256(body).hexdigest())
`;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const { reduceBody } = await import(pathToFileURL(join(root, "dist/index.js")).href);
  const record = await withScratch(async (scratch) => {
    const packages = [[`wasmtime==${VERSION}`]];
    const python = join(await pythonFolder({ root, name: `wasmtime-${VERSION}`, packages, log }), "python3");
    const files = recordings() ?? written(scratch);
    const settings = join(scratch, "settings.json");
    writeFileSync(settings, await runProgram(process.execPath, [join(root, "examples/python/settings.mjs")]));
    writeFileSync(join(scratch, "check.py"), CHECK);
    let changed = 0;
    await check(`Python gives the bytes of Node for ${files.length} requests`, async () => {
      const args = [join(scratch, "check.py"), join(root, "examples/python"), settings];
      const output = await runProgram(python, args, { input: files.join("\n") });
      const hashes = output.trim().split("\n");
      for (const [index, file] of files.entries()) {
        const reduction = reduceBody(readFileSync(file));
        if (reduction.changed) changed++;
        const hash = createHash("sha256").update(reduction.body).digest("hex");
        if (hashes[index] !== hash) throw new Error(`${file}: other bytes`);
      }
      if (changed === 0) throw new Error("nothing was reduced");
    });
    const clients = await runPage({ root, scratch, check, log });
    return { wasmtime: VERSION, requests: files.length, changed, clients };
  });
  return { ...counts, record };
}

const TURNS = 12;
const output = (turn) => `${turn}: a line of src/file-${turn}.ts\n`.repeat(200);

/** A conversation as each of the page's programs reads it. */
const CONVERSATIONS = {
  chat: () => [
    { role: "user", content: "go" },
    ...Array.from({ length: TURNS }, (_, turn) => [
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: `call_${turn}`, type: "function", function: { name: "read", arguments: `{"n":${turn}}` } }],
      },
      { role: "tool", tool_call_id: `call_${turn}`, content: output(turn) },
    ]).flat(),
  ],
  anthropic: () => [
    { role: "user", content: "go" },
    ...Array.from({ length: TURNS }, (_, turn) => [
      { role: "assistant", content: [{ type: "tool_use", id: `toolu_${turn}`, name: "read", input: { n: turn } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${turn}`, content: output(turn) }] },
    ]).flat(),
  ],
  pydantic: () => [
    { kind: "request", parts: [{ part_kind: "user-prompt", content: "go", timestamp: "2026-01-01T00:00:00Z" }] },
    ...Array.from({ length: TURNS }, (_, turn) => {
      const call = { tool_name: "read", tool_call_id: `call_${turn}` };
      const returned = { ...call, content: output(turn), timestamp: "2026-01-01T00:00:00Z" };
      return [
        {
          kind: "response",
          parts: [{ part_kind: "tool-call", ...call, args: { n: turn } }],
          timestamp: "2026-01-01T00:00:00Z",
        },
        { kind: "request", parts: [{ part_kind: "tool-return", ...returned }] },
      ];
    }).flat(),
  ],
};

const ANSWERS = {
  chat: {
    ...{ id: "c", object: "chat.completion", created: 1, model: "gpt-5.4" },
    choices: [{ index: 0, message: { role: "assistant", content: "answered" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
  },
  messages: {
    ...{
      id: "m",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      stop_reason: "end_turn",
      stop_sequence: null,
    },
    content: [{ type: "text", text: "answered" }],
    usage: { input_tokens: 10, output_tokens: 1 },
  },
};

/** Runs each program of the page as it is written, at the address of a gateway of its own. */
async function runPage({ root, scratch, check, log }) {
  const packages = [CLIENTS];
  const python = join(await pythonFolder({ root, name: "python-clients-1", packages, log }), "python3");
  const provider = await startProvider((path) =>
    JSON.stringify(path.includes("/messages") ? ANSWERS.messages : ANSWERS.chat),
  );
  const policy = `[policies.default.mask]\nwindow_turns = 2\n[policies.default.cache]\nstrategy = "every-turn"\n`;
  const gateway = await startGateway({ root, file: join(scratch, "tamis.toml"), upstream: provider.url, policy });
  const page = readFileSync(join(root, "docs/python.md"), "utf8");
  const programs = [...page.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?```python\n([\s\S]*?)```/gm)];
  const env = {
    OPENAI_API_KEY: "sk-of-a-test",
    ANTHROPIC_API_KEY: "sk-of-a-test",
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
  };
  try {
    for (const [, title, code] of programs) {
      const form = title === "anthropic" ? "anthropic" : title === "pydantic-ai" ? "pydantic" : "chat";
      await check(`docs/python.md, ${title}: a smaller request`, async () => {
        provider.bodies.length = 0;
        writeFileSync(join(scratch, "messages.json"), JSON.stringify(CONVERSATIONS[form]()));
        writeFileSync(join(scratch, "program.py"), code.replaceAll("http://127.0.0.1:7337", gateway.url));
        const said = await runProgram(python, ["program.py"], { cwd: scratch, env: { ...process.env, ...env } });
        if (provider.bodies.length === 0) {
          const [, before, after] = /(\d+) tokens become (\d+)/.exec(said) ?? [];
          if (!(Number(after) < Number(before) / 2)) throw new Error(`not smaller: ${said}`);
          return;
        }
        const whole = TURNS * output(0).length;
        if (!said.includes("answered")) throw new Error(`the program says: ${said}`);
        if (provider.bodies.length !== 1 || provider.bodies[0].length > whole / 2)
          throw new Error(`the provider got ${provider.bodies.map((body) => body.length).join()} chars`);
      });
    }
  } finally {
    await gateway.stop();
    await provider.close();
  }
  if (programs.length < 6) throw new Error(`${programs.length} programs in docs/python.md`);
  return programs.length;
}

function recordings() {
  const folder = process.env.TAMIS_SHARED && join(process.env.TAMIS_SHARED, "traces");
  if (!folder) return undefined;
  const folders = readdirSync(folder).map((one) => join(folder, one));
  return folders
    .filter((one) => statSync(one).isDirectory())
    .flatMap((one) => readdirSync(one).map((file) => join(one, file)));
}

function written(scratch) {
  return Array.from({ length: 20 }, (_, turns) => {
    const file = join(scratch, `${turns}.json`);
    const messages = Array.from({ length: turns * 10 }, (_, turn) => [
      {
        role: "assistant",
        tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "ls", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: `c${turn}`, content: `${turn}: größe 漢字 of src/file-${turn}.ts\n`.repeat(40) },
    ]);
    writeFileSync(
      file,
      JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "go" }, ...messages.flat()] }),
    );
    return file;
  });
}
