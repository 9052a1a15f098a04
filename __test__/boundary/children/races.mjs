// node races.mjs ITERATIONS: bodies that are written to, transferred, resized, grown and refilled while they are reduced,
// here and by a second thread that never rests. Every result must be that of the body at the call. Prints the counts.
import { Worker } from "node:worker_threads";
import { backend, reduceBody, reduceBodyAsync, reduceBodyInto } from "tamis";
import { EAGER, expectedText, makeBody } from "./body.mjs";

const iterations = Number(process.argv[2]);
if (backend.name !== "native") throw new Error(backend.reason);

// Most of them just above the size from which the thread pool does the work.
const LARGE = { body: makeBody(180_000), text: Buffer.from(expectedText(180_000)) };
const SMALL = { body: makeBody(400), text: Buffer.from(expectedText(400)) };

const right = (reduction, { text }) => reduction.changed && text.equals(reduction.body);

/** The other thread: takes what it is sent and writes all over it; breaks and mends the texts of shared bodies, for ever. */
const other = new Worker(
  `const { parentPort } = require("node:worker_threads");
  const shared = [];
  const flip = () => {
    for (const { bytes, at, length } of shared) {
      bytes.fill(0x22, at, at + length);
      bytes.fill(0x78, at, at + length);
    }
    setImmediate(flip);
  };
  flip();
  parentPort.on("message", (message) => {
    if (message.bytes !== undefined) shared.push(message);
    else message.fill(0x5b);
  });`,
  { eval: true },
);
other.unref();

/** A body in shared memory, whose newest result the other thread now makes quotes of, now x again. */
function sharedBody({ body }, chars) {
  const bytes = Buffer.from(new SharedArrayBuffer(body.length));
  bytes.set(body);
  other.postMessage({ bytes, at: body.lastIndexOf("x".repeat(chars)), length: chars });
  return bytes;
}
const sharedLarge = sharedBody(LARGE, 180_000);
const sharedSmall = sharedBody(SMALL, 400);

/** Either the body was caught whole, or broken; what was read must be what was written. */
const whole = (reduction, sample) => right(reduction, sample) || reduction.report.skipped === "invalid_json";

const pool = Buffer.alloc(LARGE.body.length);
const out = Buffer.alloc(LARGE.body.length);

function resizableBody({ body }) {
  const memory = new ArrayBuffer(body.length, { maxByteLength: 2 * body.length });
  const view = new Uint8Array(memory);
  view.set(body);
  return { memory, view };
}

const RACES = {
  "written to": async () => {
    const body = Buffer.from(LARGE.body);
    const promise = reduceBodyAsync(body, EAGER);
    body.fill(0x5b);
    return right(await promise, LARGE);
  },
  "transferred away": async () => {
    const body = new Uint8Array(LARGE.body);
    const promise = reduceBodyAsync(body, EAGER);
    structuredClone(body.buffer, { transfer: [body.buffer] });
    return right(await promise, LARGE);
  },
  "transferred to the other thread, which writes": async () => {
    const body = new Uint8Array(LARGE.body);
    const promise = reduceBodyAsync(body, EAGER);
    other.postMessage(body, [body.buffer]);
    return right(await promise, LARGE);
  },
  shrunk: async () => {
    const { memory, view } = resizableBody(LARGE);
    const promise = reduceBodyAsync(view, EAGER);
    memory.resize(0);
    return right(await promise, LARGE);
  },
  grown: async () => {
    const { memory, view } = resizableBody(LARGE);
    const promise = reduceBodyAsync(view, EAGER);
    memory.resize(2 * LARGE.body.length);
    return right(await promise, LARGE);
  },
  "a pooled buffer, refilled": async () => {
    LARGE.body.copy(pool);
    const promise = reduceBodyAsync(pool, EAGER);
    pool.fill(0x22);
    return right(await promise, LARGE);
  },
  "a part of Node's pool": async () => {
    const body = Buffer.from(SMALL.body);
    const promise = reduceBodyAsync(body, EAGER);
    body.fill(0x22);
    return right(await promise, SMALL);
  },
  "shared, large": async () => whole(await reduceBodyAsync(sharedLarge, EAGER), LARGE),
  "shared, small": async () => whole(await reduceBodyAsync(sharedSmall, EAGER), SMALL),
  "shared, in place": () => whole(reduceBody(sharedLarge, EAGER), LARGE),
  "shared, into a buffer": () => {
    const { bytesWritten, changed, report } = reduceBodyInto(sharedSmall, out, EAGER);
    return whole({ body: out.subarray(0, bytesWritten), changed, report }, SMALL);
  },
  // External memory, which Node does not transfer: it is copied, or refused.
  "the output, transferred": async () => {
    const { body } = await reduceBodyAsync(LARGE.body, EAGER);
    try {
      return LARGE.text.equals(structuredClone(body, { transfer: [body.buffer] }));
    } catch (error) {
      return error.name === "DataCloneError" && LARGE.text.equals(body);
    }
  },
  "the output of a call in place, transferred": () => {
    const { body } = reduceBody(SMALL.body, EAGER);
    return SMALL.text.equals(structuredClone(body, { transfer: [body.buffer] })) && body.length === 0;
  },
  "given up": async () => {
    const controller = new AbortController();
    const body = Buffer.from(LARGE.body);
    const promise = reduceBodyAsync(body, EAGER, { signal: controller.signal });
    body.fill(0);
    setImmediate(() => controller.abort());
    return promise.then(
      (reduction) => right(reduction, LARGE),
      (error) => error.name === "AbortError",
    );
  },
};

const names = Object.keys(RACES);
const wrong = {};
let done = 0;
while (done < iterations) {
  const batch = Array.from({ length: Math.min(names.length, iterations - done) }, (_, index) => names[index]);
  const results = await Promise.all(batch.map((name) => RACES[name]()));
  results.forEach((isRight, index) => {
    if (!isRight) wrong[batch[index]] = (wrong[batch[index]] ?? 0) + 1;
  });
  done += batch.length;
}
await other.terminate();
console.log(JSON.stringify({ done, races: names.length, wrong }));
