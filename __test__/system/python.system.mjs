// The core from Python (`examples/python`), over PyPI's wasmtime: for every recording the same bytes as in Node, or, without
// recordings, for generated requests.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { counter, pythonFolder, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "python";

const VERSION = "50.0.1";
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
    return { wasmtime: VERSION, requests: files.length, changed };
  });
  return { ...counts, record };
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
