// node workers.mjs COUNT PARALLEL: that many worker threads, so many at once, load the package, use it in every way and
// end: by themselves, by process.exit with tasks under way, or terminated from outside. Prints how they ended.
import { Worker } from "node:worker_threads";

const [count, parallel] = process.argv.slice(2).map(Number);

// With the default policy: a worker would else spend most of its time on loading what checks policies.
const CODE = `
const { parentPort, workerData } = require("node:worker_threads");
(async () => {
  const { backend, reduceBody, reduceBodyAsync, reduceBodyInto } = await import(workerData.tamis);
  const { expectedText, makeBody } = await import(workerData.body);
  const [small, large] = [400, 60_000].map((chars) => makeBody(chars, 10));
  const sync = reduceBody(small).body.toString() === expectedText(400, 10, "x", 8);
  const into = reduceBodyInto(small, Buffer.alloc(small.length)).changed;
  const text = (await reduceBodyAsync(large)).body.toString();
  const right = text === expectedText(60_000, 10, "x", 8);
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
  const workerData = { ends, tamis: import.meta.resolve("tamis"), body: new URL("body.mjs", import.meta.url).href };
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
