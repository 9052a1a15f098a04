// node --expose-gc memory-slope.mjs WAY BYTES CALLS: the same call again and again; prints by how many bytes a call the
// process's own memory (RssAnon) grows, by linear regression over samples taken after a warm-up.
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { backend, definePolicy, reduceBody, reduceBodyAsync, reduceBodyInto } from "tamis";
import { EAGER, makeBody } from "./body.mjs";

const [way, ...numbers] = process.argv.slice(2);
const [bytes, calls] = numbers.map(Number);
if (backend.name !== "native") throw new Error(backend.reason);

const SAMPLES = 200;
const policy = definePolicy(EAGER);
const body = makeBody(Math.round(bytes / 8), 8);
const out = Buffer.alloc(body.length);
const WAYS = {
  reduceBody: () => reduceBody(body, policy),
  reduceBodyInto: () => reduceBodyInto(body, out, policy),
  reduceBodyAsync: () => reduceBodyAsync(body, policy),
};

async function make(count) {
  for (let call = 0; call < count; call++) {
    const { changed } = await WAYS[way]();
    if (!changed) throw new Error("it was not reduced");
    // Memory outside V8's heap is freed only when the event loop turns.
    if (call % 64 === 0) await setImmediate();
  }
}

async function ownBytes() {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc();
    await setImmediate();
  }
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}

/** Slope of the least-squares line, and its standard error. */
function regress(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const sum = (of) => points.reduce((total, [x, y]) => total + of(x - meanX, y - meanY), 0);
  const slope = sum((x, y) => x * y) / sum((x) => x * x);
  const residuals = sum((x, y) => (y - slope * x) ** 2);
  return { slope, error: Math.sqrt(residuals / (points.length - 2) / sum((x) => x * x)) };
}

// V8's heap and the allocator find their sizes in the same rhythm of calls and collections as is sampled later: what is
// freed at once by a collection, tens of megabytes of outputs, stays with the allocator from the first time on.
const perSample = Math.floor(calls / SAMPLES);
const warmUp = perSample * SAMPLES;
for (let sample = 0; sample < SAMPLES; sample++) {
  await make(perSample);
  await ownBytes();
}
const points = [[0, await ownBytes()]];
for (let sample = 1; sample <= SAMPLES; sample++) {
  await make(perSample);
  points.push([sample * perSample, await ownBytes()]);
}
const { slope, error } = regress(points);
const megabytes = (value) => Math.round(value / 1e4) / 100;
const [first, last] = [points[0][1], points.at(-1)[1]].map(megabytes);
const round = (value) => Math.round(value * 1000) / 1000;
console.log(
  JSON.stringify({
    ...{ way, bodyBytes: body.length, warmUp, calls: SAMPLES * perSample, firstMB: first, lastMB: last },
    ...{ slopeBytesACall: round(slope), standardError: round(error) },
  }),
);
