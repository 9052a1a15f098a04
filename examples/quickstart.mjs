// The library in a few lines. Build first (npm run build), then: node examples/quickstart.mjs
import { readFileSync } from "node:fs";
import { backend, definePolicy, reduceBody } from "tamis";

// Checked once, used for every request: keep the newest 6 tool turns, and never touch what `run_tests` said.
const policy = definePolicy({ mask: { windowTurns: 6, tools: { run_tests: { never: true } } } });

const body = readFileSync(new URL("record/session.openai-chat.json", import.meta.url));
const { body: smaller, changed, report } = reduceBody(body, policy); // bytes in, bytes out; never throws for a body

console.log(`${backend.name}: ${body.length} → ${smaller.length} bytes, changed: ${changed}`);
console.log(`${report.maskedCount} of ${report.toolResultCount} tool results masked`);
for (const { messageIndex, toolName, reason, charsBefore, charsAfter } of report.decisions.slice(0, 3)) {
  console.log(`  message ${messageIndex} (${toolName}): ${charsBefore} → ${charsAfter} chars, ${reason}`);
}
