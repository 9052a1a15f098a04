// node arrival-growth-child.mjs PACKAGE SETTINGS FAMILY ROUNDS BYTES…: how the time of reductions at arrival grows for one kind of
// output made to be hard, and that of copies, as one line of JSON. PACKAGE is the folder of the build, SETTINGS are JSON.
import { join } from "node:path";
import { largestGrowth } from "./hostile-outputs.mjs";

const [folder, settings, family, rounds, ...sizes] = process.argv.slice(2);
const { backend, definePolicy, reduceBody } = await import(join(folder, "dist/index.js"));
if (backend.name !== "native") throw new Error(`the native backend is not in use: ${backend.reason}`);
const { lineNumbers, ...others } = JSON.parse(settings);
const policy = { arrival: { lineNumbers }, experimental: { arrival: others } };
const options = { sizes: sizes.map(Number), rounds: Number(rounds), leastBytes: 16_000_000 };
// A new policy each time, so that nothing is remembered.
const growth = largestGrowth((body) => reduceBody(body, definePolicy(policy)), family, options);
const copies = largestGrowth((body) => Buffer.from(body), family, options);
console.log(JSON.stringify({ ...growth, copyRatio: copies.ratio }));
