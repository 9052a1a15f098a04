// node burst.mjs FILE WINDOW_TURNS COUNT: reduces the same body COUNT times, in turns into one of sixteen buffers and with
// `reduceBody`, whose outputs are all kept, so that each lies in pages that the process never had before. Prints the
// median microseconds of both, and the output's size, as one line of JSON.
import { readFileSync } from "node:fs";
import { backend, definePolicy, reduceBody, reduceBodyInto } from "tamis";

const [file, ...numbers] = process.argv.slice(2);
const [windowTurns, count] = numbers.map(Number);
if (backend.name !== "native") throw new Error(`not native: ${backend.reason}`);

const policy = definePolicy({
  mask: { keepErrors: false, minChars: 0, windowTurns },
  cache: { strategy: "every-turn" },
});
const body = readFileSync(file);
const buffers = Array.from({ length: 16 }, () => Buffer.alloc(body.length));
const into = (call) => reduceBodyInto(body, buffers[call % buffers.length], policy);
for (let call = 0; call < 48; call++) into(call);

const outputs = [];
const micros = { into: [], fresh: [] };
const timed = (times, work) => {
  const startedAt = performance.now();
  work();
  times.push((performance.now() - startedAt) * 1000);
};
for (let call = 0; call < count; call++) {
  timed(micros.into, () => into(call));
  timed(micros.fresh, () => outputs.push(reduceBody(body, policy).body));
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const outputBytes = outputs[0].length;
const { bytesWritten } = into(0);
if (!buffers[0].subarray(0, bytesWritten).equals(outputs[0])) throw new Error("different answers");
console.log(JSON.stringify({ outputBytes, into: median(micros.into), fresh: median(micros.fresh) }));
