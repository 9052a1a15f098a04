// Prints what programs in a workspace print: `node outputs.mjs tests|build|rows|log NUMBER LINES`, the same for the same words.
const [kind, number, count] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const FAILS_EVERY = 20;

/** A number below `most` that depends on a line and on the run. */
const vary = (line, most, step = 31) => (line * step + number * 7) % most;
const NAMES = ["parser", "reader", "upstream", "ledger", "planner", "cursor", "session", "policy", "router"];
const nameOf = (line) => `${NAMES[vary(line, NAMES.length, 5)]}-${vary(line, 97)}`;

const LINES = {
  tests: (line) =>
    vary(line, 17, 13) === 0
      ? ` ❯ test/${nameOf(line)}.test.ts (${vary(line, 23) + 1} tests | 1 failed) ${vary(line, 90) + 3}ms\n   × reads header ${line} when it is folded\n     → expected 'a' to be 'b'\n       at src/${nameOf(line)}.ts:${line * 3 + 1}:17`
      : ` ✓ test/${nameOf(line)}.test.ts (${vary(line, 23) + 1} tests) ${vary(line, 90) + 3}ms`,
  build: (line) =>
    vary(line, 29, 13) === 0
      ? `warning: src/${nameOf(line)}.ts(${line},${vary(line, 80)}): 'value${line}' is declared and never read`
      : `[${line + 1}/${count}] compiled src/${nameOf(line)}/${nameOf(line + 1)}.ts to dist/${nameOf(line)}.js (${vary(line, 40)} kB, ${vary(line, 300)} ms)`,
  rows: (line) =>
    `{"id": "order-${number}-${1000 + line}", "customer": "${nameOf(line)}", "amount": ${vary(line, 9000) / 100}, "state": "${["open", "paid", "sent"][vary(line, 3)]}", "items": ${vary(line, 12)}, "day": "2026-11-${10 + vary(line, 19)}"}`,
  log: (line) =>
    `2026-11-28T1${vary(line, 10)}:${10 + vary(line, 49)}:0${vary(line, 9)}.${100 + vary(line, 899)}Z info gateway: request ${number}${line} to ${nameOf(line)} answered 200 in ${vary(line, 2900)} ms`,
};

for (let line = 0; line < count; line++) console.log(LINES[kind](line));
if (kind === "tests") {
  console.log(`\n Test Files  4 failed | ${count - 4} passed (${count})\n      Tests  4 failed | 812 passed (816)`);
  if (number % FAILS_EVERY === 5) process.exitCode = 1;
}
