// node workers.mjs COUNT PARALLEL: that many worker threads, so many at once, load the package, use it in every way and
// end: by themselves, by process.exit with tasks under way, or terminated from outside. Prints how they ended.
import { Worker } from "node:worker_threads";
import { reduceBody } from "tamis";
import { makeBody } from "./body.mjs";

const [count, parallel] = process.argv.slice(2).map(Number);

// With the default policy: a worker would else spend most of its time on loading what checks policies. So many turns that
// it has something to mask, and so large that the pool takes the larger one.
const bodies = { small: makeBody(400, 40), large: makeBody(16_000, 40) };
const expected = Object.fromEntries(
  Object.entries(bodies).map(([name, body]) => {
    const { changed, body: reduced } = reduceBody(body);
    if (!changed) throw new Error(`${name}: nothing was masked`);
    return [name, reduced.toString()];
  }),
);
const CODE = `
const { parentPort, workerData } = require("node:worker_threads");
(async () => {
  const { backend, reduceBody, reduceBodyAsync, reduceBodyInto } = await import(workerData.tamis);
  const { bodies, expected } = workerData;
  const [small, large] = [Buffer.from(bodies.small), Buffer.from(bodies.large)];
  const sync = reduceBody(small).body.toString() === expected.small;
  const into = reduceBodyInto(small, Buffer.alloc(small.length)).changed;
  const right = (await reduceBodyAsync(large)).body.toString() === expected.large;
  parentPort.postMessage({ native: backend.name === "native", sync, into, right });
  for (let task = 0; task < 6; task++) reduceBodyAsync(large).catch(() => {});
  if (workerData.ends === "exit") process.exit(7);
  if (workerData.ends === "terminated") setInterval(() => reduceBodyAsync(large).catch(() => {}), 0);
})();
`;

const ENDS = ["by itself", "exit", "terminated"];
const EXIT_CODE = { "by itself": 0, exit: 7, terminated: 1 };

function runWorker(index) {
  const ends = ENDS[index % ENDS.length];
  const workerData = { ends, tamis: import.meta.resolve("tamis"), bodies, expected };
  const worker = new Worker(CODE, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    let isRight = false;
    worker.on("message", (told) => {
      isRight = Object.values(told).every(Boolean);
      if (ends === "terminated") setTimeout(() => worker.terminate(), index % 5);
    });
    worker.on("error", reject);
    worker.on("exit", (code) => resolve(isRight && code === EXIT_CODE[ends]));
  });
}

let [next, right] = [0, 0];
async function takeTurns() {
  while (next < count) if (await runWorker(next++)) right++;
}
await Promise.all(Array.from({ length: parallel }, takeTurns));
console.log(JSON.stringify({ right }));
