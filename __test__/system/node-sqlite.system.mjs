// SQLite by Node's own module, on the newest Node of npm: the commands need no package, say nothing of an experiment, write
// files that @libsql/client reads, and a gateway's thread does not wait for the disk.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensure } from "../support/gateway-trial.mjs";
import { counter, run as runProgram, tryRun, withScratch } from "../support/tools.mjs";

export const name = "node-sqlite";

/** Before Node has `node:sqlite` without a flag, and since. */
const WITHOUT = "node@20";
const WITH = ["node@22", "node@24", "node@latest"];
const HANDLE = "one";

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const record = await withScratch(async (scratch) => {
    const versions = {};
    const old = await nodeOf(WITHOUT, scratch);
    for (const spec of WITH) {
      const node = await nodeOf(spec, scratch);
      versions[spec] = (await runProgram(node, ["--version"])).trim();
      const by = { node, old, root, home: join(scratch, `${spec}-home`) };
      mkdirSync(by.home);
      await check(`${spec}: commands that need a ledger find SQLite, and print no warning`, () => commands(by));
      await check(`${spec}: a store is read by either client`, () => exchange(by));
      await check(`${spec}: a file that another process has locked holds up no other work`, () => locked(by));
      await check(`${spec}: sessions are kept`, () => sessions(by));
    }
    return { versions };
  });
  return { ...counts, record };
}

/** The program of a Node that npm has. */
async function nodeOf(spec, scratch) {
  const prefix = join(scratch, spec);
  mkdirSync(prefix);
  await runProgram("npm", ["install", "--prefix", prefix, spec]);
  return join(prefix, "node_modules/node/bin/node");
}

async function commands({ node, root, home }) {
  const env = { HOME: home, XDG_STATE_HOME: join(home, "state"), NODE_OPTIONS: "" };
  const main = join(root, "dist/cli/main.cjs");
  const tamis = (...args) => tryRun(node, [main, ...args], { cwd: home, env });
  const first = await tamis("run", "--max-cost", "10/day", "--", node, "-e", "process.exit(3)");
  ensure(first.status === 3, first.output);
  const ledger = await tamis("why", "--ledger");
  ensure(ledger.status === 0 && /the ledger is empty/.test(ledger.output), ledger.output);
  for (const { output } of [first, ledger]) ensure(!/Warning|experimental/i.test(output), output);
}

const script = (root, entry, body) =>
  `const tamis = await import(${JSON.stringify(pathToFileURL(join(root, `dist/${entry}/index.js`)).href)});${body}`;
const evaluate = (node, code) => runProgram(node, ["--input-type=module", "-e", code], { env: { NODE_OPTIONS: "" } });

async function exchange({ node, old, root, home }) {
  const put = (file) => `
    const store = await tamis.openSqliteStore(${JSON.stringify(file)});
    await store.put("${HANDLE}", new Uint8Array([0, 255, 7]), { tenant: "a" });
    store.close();`;
  const get = (file) => `
    const store = await tamis.openSqliteStore(${JSON.stringify(file)});
    const found = await store.get("${HANDLE}", { tenant: "a" });
    console.log(JSON.stringify([...found]));
    store.close();`;
  for (const [writer, reader] of [
    [node, old],
    [old, node],
  ]) {
    const file = join(home, `${writer === node ? "new" : "old"}.db`);
    await evaluate(writer, script(root, "restore", put(file)));
    const output = await evaluate(reader, script(root, "restore", get(file)));
    ensure(output.trim() === "[0,255,7]", output);
  }
}

/** Another connection has the file for a second; the longest pause of the event loop is what a timer sees. */
async function locked({ node, root, home }) {
  const file = JSON.stringify(join(home, "locked.db"));
  const body = `
    const { DatabaseSync } = await import("node:sqlite");
    const store = await tamis.openSqliteStore(${file});
    const other = new DatabaseSync(${file});
    other.exec("BEGIN IMMEDIATE");
    let last = performance.now(), longest = 0;
    const timer = setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 5);
    setTimeout(() => other.exec("COMMIT"), 1000);
    await store.put("one", new Uint8Array(10), { tenant: "a" });
    clearInterval(timer);
    console.log(longest < 500 ? "free" : "held up for " + longest);
    store.close();`;
  const output = await evaluate(node, script(root, "restore", body));
  ensure(/^free$/m.test(output), output);
}

async function sessions({ node, root, home }) {
  const file = JSON.stringify(join(home, "sessions.db"));
  const body = `
    const store = await tamis.openStore(${file});
    const session = new tamis.ContextSession({ maxTokens: 1000, tokens: "chars4" });
    await session.save(store, { name: "work" });
    await session.addTurn({ role: "user", content: "h\\u00e9llo \\ud800 \\0" });
    await session.close();
    const again = await store.claim("work");
    console.log(JSON.stringify(again.turns.map(({ content }) => content)));
    const twin = await store.copy("work", "work").catch(({ code }) => code);
    console.log(twin, (await store.search("LLO")).length);
    store.close();`;
  const output = await evaluate(node, script(root, "session", body));
  ensure(output.includes('["h\u00e9llo \\ud800 \\u0000"]') && output.includes("SESSION_INVALID"), output);
}
