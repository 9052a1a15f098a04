// node peak-memory.mjs FILE load|reduce STRATEGY: prints the process's peak memory after loading the package and the body, or
// after reducing it as well, as one line of JSON.
import { readFileSync } from "node:fs";
import { backend, definePolicy, reduceBody } from "tamis";

const [file, mode, strategy] = process.argv.slice(2);
const policy = definePolicy({ cache: { strategy }, mask: { keepErrors: false, minChars: 0 } });
// Both processes load the addon and the policy and run each line once, so that equal memory is not the reduction's.
const small = Buffer.from('{"messages":[{"role":"user","content":"hello"}]}');
for (let call = 0; call < 10; call++) reduceBody(small, policy);
if (backend.name !== "native") throw new Error(`not native: ${backend.reason}`);

const body = readFileSync(file);
const reduction = mode === "reduce" ? reduceBody(body, policy) : undefined;
if (reduction?.report.skipped) throw new Error(`skipped: ${reduction.report.skippedDetail}`);

const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
const outputBytes = reduction?.changed ? reduction.body.length : 0;
const messageCount = reduction?.report.messageCount ?? 0;
console.log(JSON.stringify({ peakBytes: Number(kibibytes) * 1024, outputBytes, messageCount }));
