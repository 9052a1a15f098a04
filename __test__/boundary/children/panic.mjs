// node panic.mjs KIND, with TAMIS_TEST_PANICS=KIND: makes the addon panic once in that place, prints the result as one
// line of JSON, and checks that the next 200 calls of every kind are right.
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { backend, detectWire, reduceBody, reduceBodyAsync, reduceBodyInto, TamisError } from "tamis";
import { tamisFetch } from "tamis/adapters/fetch";
import { EAGER, expectedText, makeBody } from "./body.mjs";

const [kind] = process.argv.slice(2);
const small = { body: makeBody(300), text: expectedText(300) };
const medium = { body: makeBody(20_000), text: expectedText(20_000) };
const large = { body: makeBody(200_000), text: expectedText(200_000) };

const told = ({ body, changed, report }, input) => ({
  same: body === input,
  changed,
  skipped: report.skipped,
  detail: report.skippedDetail,
});

/** What a user sees of each kind of panic. */
const provoke = {
  construct: () => ({ name: backend.name, reason: backend.reason }),
  "construct-policy": () => told(reduceBody(small.body, EAGER), small.body),
  plan: () => told(reduceBody(small.body, EAGER), small.body),
  write: () => told(reduceBody(small.body, EAGER), small.body),
  into: () => reduceBodyInto(small.body, Buffer.alloc(9), EAGER),
  export: () => errorOf(() => detectWire(small.body)),
  hash: () => errorOf(() => reduceBody(small.body, EAGER).report.decisions[0].hash),
  compute: async () => told(await reduceBodyAsync(large.body, EAGER), large.body),
  resolve: async () => told(await reduceBodyAsync(large.body, EAGER), large.body),
  "drop-task": async () => ({ right: (await reduceBodyAsync(large.body, EAGER)).body.toString() === large.text }),
  "text-on-the-spot": () => sent(medium),
  "text-in-a-task": () => sent(large),
  "drop-engine": async () => ({ exit: await runWorker("import('tamis').then(({ backend }) => backend.cpu)") }),
};

/** A long text is put together in the addon's memory. */
async function sent({ body, text }) {
  const init = { method: "POST", body: body.toString(), headers: { "content-type": "application/json" } };
  let arrived;
  const fetch = async (_, { body: given }) => {
    arrived = given;
  };
  const send = tamisFetch(EAGER, { fetch });
  await send("http://127.0.0.1:1/v1/chat/completions", init);
  return { asItCame: arrived === init.body, right: arrived === text };
}

function errorOf(run) {
  try {
    return { value: run() };
  } catch (error) {
    const { name, code, message, cause } = error;
    return { tamis: TamisError.isInstance(error), name, code, message, cause: cause?.message };
  }
}

function runWorker(code) {
  return new Promise((resolve, reject) => new Worker(code, { eval: true }).on("error", reject).on("exit", resolve));
}

async function countRight(calls) {
  let right = 0;
  const out = Buffer.alloc(small.body.length);
  for (let call = 0; call < calls; call++) {
    const { bytesWritten } = reduceBodyInto(small.body, out, EAGER);
    const all = [
      reduceBody(small.body, EAGER).body.toString() === small.text,
      out.toString("utf8", 0, bytesWritten) === small.text,
      detectWire(small.body) === "openai-chat",
      call % 20 > 0 || (await sent(medium)).right,
      call % 20 > 0 || (await reduceBodyAsync(large.body, EAGER)).body.toString() === large.text,
    ];
    if (all.every(Boolean)) right++;
  }
  return right;
}

const outcome = await provoke[kind]();
const right = await countRight(200);
globalThis.gc?.();
await setTimeout(10);
console.log(JSON.stringify({ told: outcome, right, backend: backend.name }));
