// Plays the scripted model against the real tools and writes the request that the last step would have sent.
//   node examples/record/record.mjs
import { renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { SCRIPT, SYSTEM } from "./script.mjs";
import { assertPublishable, DEFINITIONS, RECORDING, ROOT, runTool } from "./tools.mjs";

const MIN_BYTES = 200_000;
const MAX_BYTES = 600_000;

const messages = [{ role: "system", content: SYSTEM }];
const counts = { turns: 0, calls: 0, errors: 0 };

for (const step of SCRIPT) {
  if (step.user !== undefined) messages.push({ role: "user", content: step.user });
  else if (step.calls === undefined) messages.push({ role: "assistant", content: step.say });
  else playTurn(step);
}

function playTurn({ say = null, calls }) {
  counts.turns += 1;
  const named = calls.map(([name, args]) => {
    counts.calls += 1;
    return { id: `call_${String(counts.calls).padStart(4, "0")}`, name, args };
  });
  messages.push({
    role: "assistant",
    content: say,
    tool_calls: named.map(({ id, name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    })),
  });
  for (const { id, name, args } of named) {
    const content = runTool(name, args);
    if (content.startsWith("Error")) counts.errors += 1;
    messages.push({ role: "tool", tool_call_id: id, content });
    process.stderr.write(`${id}  ${name.padEnd(10)} ${String(content.length).padStart(7)} chars  ${JSON.stringify(args)}\n`);
  }
}

const request = { model: "gpt-4.1", messages, tools: DEFINITIONS, parallel_tool_calls: true, temperature: 0 };
const json = JSON.stringify(request);
assertPublishable(json);
const target = resolve(ROOT, RECORDING);
writeFileSync(`${target}.tmp`, json);
renameSync(`${target}.tmp`, target);

const bytes = Buffer.byteLength(json);
process.stderr.write(
  `${RECORDING}: ${bytes} bytes, ${messages.length} messages, ${counts.turns} tool turns, ${counts.calls} calls, ${counts.errors} errors\n`,
);
if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
  process.stderr.write(`It should hold ${MIN_BYTES} to ${MAX_BYTES} bytes: adjust examples/record/script.mjs.\n`);
  process.exitCode = 1;
}
