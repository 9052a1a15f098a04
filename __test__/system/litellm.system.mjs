// LiteLLM's own proxy from PyPI, in front of a gateway: both of its guardrails have rows reduced, for both wires, and the
// reduced request is what the provider gets.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startGateway } from "../support/gateway-process.mjs";
import { startProvider } from "../support/kept-bodies-provider.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, pythonFolder, withScratch } from "../support/tools.mjs";
import { freePort } from "../support/toxiproxy.mjs";

export const name = "litellm";

const VERSION = "1.110.2";
const TOKEN = "token-of-litellm-for-one-test";
const MASTER = "sk-Zk29dPq81LmVx07Rt55Yc";
const WINDOW = 4;
const TURNS = 12;
const STARTED_WITHIN_MS = 180_000;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const requests = await loadTs(join(root, "__test__/gateway/requests.ts"));
  const record = await withScratch(async (scratch) => {
    const python = await installed(root, log);
    const provider = await startProvider((path) =>
      JSON.stringify(path.includes("/messages") ? ANSWERS.messages : ANSWERS.chat),
    );
    const more = `[mask]\nwindow_turns = ${WINDOW}\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n[keys.litellm]\ntoken_env = "TAMIS_KEY"\n`;
    const env = { TAMIS_KEY: TOKEN };
    const gateway = await startGateway({ root, file: join(scratch, "tamis.toml"), upstream: provider.url, more, env });
    const proxy = await startLiteLlm({ python, scratch, provider, gateway });
    const context = { proxy, provider, requests, check };
    const record = {};
    try {
      for (const wire of ["openai-chat", "anthropic"])
        record[`rows, ${wire}`] = await guardrail(context, { name: "rows", wire, expected: TURNS - WINDOW });
      record["compress, openai-chat"] = await guardrail(context, {
        name: "compress",
        wire: "openai-chat",
        // It holds back the newest turn, and what the assistant said.
        expected: TURNS - WINDOW - 1,
      });
      await check("without its token LiteLLM gets 401, and the request goes on as it came", () =>
        unauthorized(context),
      );
      await check("the same rows come back as the same bytes", () => sameBytes(context));
    } finally {
      await proxy.stop();
      await gateway.stop();
      await provider.close();
    }
    return { litellm: VERSION, ...record };
  });
  return { ...counts, record };
}

/** LiteLLM's proxy. Its extra `proxy` brings what the proxy needs; of some versions it cannot be had. */
async function installed(root, log) {
  const packages = [["litellm[proxy]"], [`litellm==${VERSION}`, "semver"]];
  return join(await pythonFolder({ root, name: `litellm/${VERSION}`, packages, log }), "litellm");
}

const ANSWERS = {
  chat: {
    ...{ id: "c", object: "chat.completion", created: 1, model: "m-1" },
    choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
  },
  messages: {
    ...{ id: "m", type: "message", role: "assistant", model: "m-1", stop_reason: "end_turn" },
    content: [{ type: "text", text: "hi" }],
    usage: { input_tokens: 10, output_tokens: 1 },
  },
};

async function startLiteLlm({ python, scratch, provider, gateway }) {
  const port = await freePort();
  const guarded = (guardrail, apiKey, more) =>
    `{guardrail: ${guardrail}, mode: pre_call, api_base: "${gateway.url}", api_key: ${apiKey}, ${more}}`;
  const config = `
model_list:
  - model_name: m-1
    litellm_params: {model: openai/m-1, api_key: sk-x, api_base: "${provider.url}/v1"}
  - model_name: claude-x
    litellm_params: {model: anthropic/claude-sonnet-4-5, api_key: sk-x, api_base: "${provider.url}"}
general_settings: {master_key: ${MASTER}}
guardrails:
  - guardrail_name: rows
    litellm_params: ${guarded("generic_guardrail_api", TOKEN, "forward_messages_as_sent: true, fail_on_error: false")}
  - guardrail_name: wrong
    litellm_params: ${guarded("generic_guardrail_api", "another-token-0123", "forward_messages_as_sent: true, fail_on_error: false")}
  - guardrail_name: compress
    litellm_params: ${guarded("headroom", TOKEN, "unreachable_fallback: fail_open")}
`;
  const file = join(scratch, "litellm.yaml");
  writeFileSync(file, config);
  const child = spawn(python, ["--config", file, "--host", "127.0.0.1", "--port", String(port)], { stdio: "ignore" });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + STARTED_WITHIN_MS;
  while (!(await isUp(url))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error("LiteLLM does not start");
    await sleep(500);
  }
  return {
    url,
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

const isUp = (url) =>
  fetch(`${url}/health/liveliness`).then(
    ({ ok }) => ok,
    () => false,
  );

const PATHS = { "openai-chat": "/v1/chat/completions", anthropic: "/v1/messages" };
const MODELS = { "openai-chat": "m-1", anthropic: "claude-x" };

/** What the provider got of a request by a guardrail. */
async function send({ proxy, provider, requests }, guardrailName, wire) {
  const request = {
    ...requests.agentRequest(wire, { turns: TURNS }),
    model: MODELS[wire],
    guardrails: [guardrailName],
  };
  const answer = await fetch(`${proxy.url}${PATHS[wire]}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${MASTER}` },
    body: JSON.stringify(request),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return provider.bodies.findLast((body) => body !== "");
}

const maskedIn = (body) => body.split("[old result left out: ").length - 1;

function guardrail(context, { name: guardrailName, wire, expected }) {
  return context.check(`the guardrail ${guardrailName} has ${expected} results of ${wire} masked`, async () => {
    const body = await send(context, guardrailName, wire);
    const masked = maskedIn(body);
    if (masked !== expected) throw new Error(`${masked} are masked`);
    return { bytes: body.length, masked };
  });
}

async function unauthorized(context) {
  if (maskedIn(await send(context, "wrong", "openai-chat")) !== 0) throw new Error("it was reduced");
}

async function sameBytes(context) {
  const [one, two] = [await send(context, "rows", "anthropic"), await send(context, "rows", "anthropic")];
  if (one !== two) throw new Error("they differ");
}
