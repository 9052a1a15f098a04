// What `npm run demo` shows: one recorded request, made smaller; then an agent whose requests go through a gateway. Uses the package as an installed one would be used:
// by its name, through its exports, and through its command.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { backend, reduceBody } from "tamis";
import { runAgent } from "./gateway.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const recording = resolve(root, "examples/record/session.openai-chat.json");
const reduced = resolve(root, ".demo/reduced.json");
const cli = resolve(root, "dist/cli/main.cjs");

const body = readFileSync(recording);
const { body: smaller, report } = reduceBody(body, undefined, { tokens: true, explain: true });
mkdirSync(resolve(root, ".demo"), { recursive: true });
writeFileSync(reduced, smaller);

const group = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
const change = ({ before, after }) =>
  `${group(before).padStart(9)} → ${group(after).padStart(9)}   −${(100 * (1 - after / before)).toFixed(1)} %`;
const kept = new Map();
for (const { action, reason } of report.decisions) {
  if (action === "keep") kept.set(reason, (kept.get(reason) ?? 0) + 1);
}
const here = (path) => relative(process.cwd(), path);
const clipped = report.clippedCount > 0 ? `, ${report.clippedCount} long errors clipped` : "";

const sources = readdirSync(resolve(root, "ts"), { recursive: true }).filter((name) => name.endsWith(".ts"));
const agent = await runAgent(new Map(sources.map((name) => [name, readFileSync(resolve(root, "ts", name), "utf8")])));

const next = [
  [`node ${here(cli)} reduce ${here(recording)} --dry-run`, "every edit, and why"],
  [`node ${here(cli)} reduce --stats FOLDER`, "what your own requests are made of"],
  [`node ${here(cli)} run -- COMMAND`, "your agent, through a gateway of its own"],
  [`node ${here(resolve(root, "examples/quickstart.mjs"))}`, "the library in 15 lines"],
];
const commandWidth = Math.max(...next.map(([command]) => command.length));

console.log(`Tamis ${backend.version} on Node ${process.version}, ${backend.name} backend${backend.cpu ? ` (${backend.cpu})` : ""}
A coding agent's recorded request, ${report.messageCount} messages, ${report.toolTurnCount} tool turns: ${here(recording)}

  bytes     ${change(report.bytes)}
  tokens    ${change(report.tokens)}   (chars / 4, an estimate)
  results   ${report.maskedCount} of ${report.toolResultCount} masked${clipped}; left: ${[...kept].map(([reason, count]) => `${count} ${reason}`).join(", ")}
  time      ${timing()}
  written   ${here(reduced)}

An agent made with the OpenAI SDK searches this project's files, streaming, through a gateway (${agent.url}):

  requests  ${agent.totals.requests}, of which ${agent.totals.reduced} were made smaller; the model's last word: ${agent.answer}
  bytes     ${change({ before: agent.totals.bytesBefore, after: agent.bytesArrived })}
  tokens    ${change({ before: agent.totals.tokensBefore, after: agent.totals.tokensAfter })}   (all requests)
${backend.name === "native" ? "" : `\nThis ran on WebAssembly (${backend.reason ?? "chosen"}).\nFor the addon: install Rust (https://rustup.rs), then run npm run demo again.\n`}
Next:
${next.map(([command, what]) => `  ${command.padEnd(commandWidth)}   ${what}`).join("\n")}`);

/** The request with the default policy, in turns with reading it as JSON. */
function timing() {
  const [reducing, parsing] = [() => reduceBody(body), () => JSON.parse(body)];
  const times = new Map([reducing, parsing].map((run) => [run, []]));
  for (let round = 0; round < 100; round++) {
    for (const [run, list] of times) {
      const startedAt = performance.now();
      run();
      list.push(performance.now() - startedAt);
    }
  }
  const median = (run) =>
    times
      .get(run)
      .sort((a, b) => a - b)[50]
      .toFixed(2);
  return `${backend.name} ${median(reducing)} ms; JSON.parse of the same bytes alone ${median(parsing)} ms (medians of 100, in turns)`;
}
