// Portkey's gateway from npm, in front of a gateway: its webhook guardrail has requests reduced by `POST /v1/compress`, and the
// reduced request is what the provider gets.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { startGateway, until } from "../support/gateway-process.mjs";
import { ensure } from "../support/gateway-trial.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, withScratch } from "../support/tools.mjs";
import { freePort } from "../support/toxiproxy.mjs";

export const name = "portkey";

const TOKEN = "token-of-portkey-for-one-test";
const TURNS = 12;
const WINDOW = 4;
const MORE = `[mask]\nwindow_turns = ${WINDOW}\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n[keys.portkey]\ntoken_env = "TAMIS_KEY"\n`;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const requests = await loadTs(join(root, "__test__/gateway/requests.ts"));
  const record = await withScratch(async (scratch) => {
    const provider = await startProvider();
    const file = join(scratch, "tamis.toml");
    const env = { TAMIS_KEY: TOKEN };
    const gateway = await startGateway({ root, file, upstream: provider.url, more: MORE, env });
    const portkey = await startPortkey(root, provider);
    const context = { provider, gateway, portkey, request: requests.agentRequest("openai-chat", { turns: TURNS }) };
    try {
      const masked = await check("the provider gets the request as the gateway has reduced it", () => reduced(context));
      // Portkey 1.15.2 answers 500 to streams on Node 20, with and without a guardrail: "immutable" headers.
      const alone = await sendTo(
        context,
        { stream: true },
        { ...configOf(context, TOKEN), input_guardrails: undefined },
      );
      await check("a stream's request is reduced, too, and answered as without the guardrail", () =>
        reduced({ ...context, allowed: [200, 246, alone.status] }, { stream: true }),
      );
      await check("the same rows come to the provider as the same bytes", () => sameBytes(context));
      await check("without its token the request goes on as it came", () => asItCame(context, { token: "wrong" }));
      await check("a gateway that is gone costs no request", async () => {
        await gateway.stop();
        await asItCame(context, {});
      });
      return { portkey: versionOf(root), masked };
    } finally {
      portkey.child.kill();
      await gateway.stop();
      await provider.close();
    }
  });
  return { ...counts, record };
}

const folderOf = (root) => join(root, "node_modules/@portkey-ai/gateway");
const versionOf = (root) => JSON.parse(readFileSync(join(folderOf(root), "package.json"), "utf8")).version;

async function startProvider() {
  const bodies = [];
  const answer = JSON.stringify({
    ...{ id: "c", object: "chat.completion", created: 1, model: "m-1" },
    choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
  });
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    if (JSON.parse(body).stream === true)
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data: [DONE]\n\n");
    else response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bodies,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function startPortkey(root, provider) {
  const port = await freePort();
  const program = join(folderOf(root), "build/start-server.js");
  const env = {
    ...process.env,
    NODE_ENV: "production",
    TRUSTED_CUSTOM_HOSTS: `127.0.0.1,${new URL(provider.url).host}`,
  };
  const child = spawn(process.execPath, [program, `--port=${port}`, "--headless"], { env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await until(
    "portkey answers",
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    60_000,
  );
  return { url, child };
}

/** As docs/integrations/portkey.md has it. */
const configOf = ({ provider, gateway }, token) => ({
  provider: "openai",
  api_key: "sk-of-the-provider",
  custom_host: `${provider.url}/v1`,
  input_guardrails: [
    {
      "default.webhook": {
        webhookURL: `${gateway.url}/v1/compress`,
        headers: { authorization: `Bearer ${token}` },
        timeout: 5000,
      },
      deny: false,
    },
  ],
});

function sendTo({ portkey, request }, more, config) {
  return fetch(`${portkey.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-portkey-config": JSON.stringify(config) },
    body: JSON.stringify({ ...request, ...more }),
  });
}

async function ask(context, { token = TOKEN, ...more } = {}) {
  const { provider, allowed = [200, 246] } = context;
  const before = provider.bodies.length;
  const answer = await sendTo(context, more, configOf(context, token));
  const text = await answer.text();
  ensure(allowed.includes(answer.status), `status ${answer.status}: ${text.slice(0, 300)}`);
  ensure(provider.bodies.length === before + 1, `${provider.bodies.length - before} requests arrived`);
  return provider.bodies.at(-1);
}

const resultsIn = (body) => JSON.parse(body).messages.filter(({ role }) => role === "tool");
const maskedIn = (body) => resultsIn(body).filter(({ content }) => !content.startsWith("result")).length;

async function reduced(context, more) {
  const body = await ask(context, more);
  const results = resultsIn(body);
  ensure(results.length === TURNS, `${results.length} results arrived`);
  ensure(maskedIn(body) === TURNS - WINDOW, `${maskedIn(body)} of ${TURNS} are masked`);
  return { masked: maskedIn(body), bytes: body.length, cameBytes: JSON.stringify(context.request).length };
}

async function sameBytes(context) {
  const [one, other] = [await ask(context), await ask(context)];
  ensure(one === other, "they differ");
}

async function asItCame(context, { token }) {
  const body = await ask(context, token === undefined ? {} : { token });
  ensure(maskedIn(body) === 0, `${maskedIn(body)} are masked`);
}
