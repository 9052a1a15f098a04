// node exit-mid-task.mjs HOW: ends the process while tasks are queued and running: exit, throw, or kill.
import { reduceBodyAsync } from "tamis";
import { EAGER, makeBody } from "./body.mjs";

const [how] = process.argv.slice(2);
const body = makeBody(2_000_000);
await reduceBodyAsync(body, EAGER);
for (let task = 0; task < 20; task++) reduceBodyAsync(body, EAGER);
if (how === "exit") process.exit(5);
if (how === "exit later") setImmediate(() => process.exit(5));
if (how === "throw") throw new Error("on purpose");
