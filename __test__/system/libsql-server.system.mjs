// Sessions at libSQL's own server: everything that a store does, with tokens; processes and the server killed at random
// moments; processes at the same time; a server that hangs; sessions larger than an answer.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { storeChecks } from "../session/store-behaviour.mjs";
import { makeKey, sqldProgram, startSqld } from "../support/sqld.mjs";
import { counter, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "libsql-server";

const PROCESS_KILLS = 40;
const SERVER_KILLS = 20;
const PROCESSES = 8;
const APPENDS = 100;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const dist = pathToFileURL(join(root, "dist/session/index.js")).href;
  const tamis = await import(dist);
  const record = await withScratch(async (scratch) => {
    const program = await sqldProgram({ folder: join(scratch, "sqld"), log });
    const version = (await runProgram(program, ["--version"])).trim();
    const context = { scratch, program, dist, tamis, check, key: makeKey(scratch) };
    context.appender = join(root, "__test__/session/append-forever.mjs");
    await behaviour(context);
    await refusals(context);
    return {
      server: version,
      processKills: await processKills(context),
      serverKills: await serverKills(context),
      crowd: await crowd(context),
      large: await large(context),
      standsStill: await standsStill(context),
    };
  });
  return { ...counts, record };
}

/** Calls with a server over a new folder, which is killed afterwards. */
async function withServer({ scratch, program, key }, use, { isOpen = true } = {}) {
  const folder = mkdtempSync(join(scratch, "server-"));
  mkdirSync(folder, { recursive: true });
  const server = await startSqld({ program, folder, ...(isOpen ? {} : { keyFile: key.file }) });
  try {
    return await use(server);
  } finally {
    await server.kill();
  }
}

async function behaviour(context) {
  const { tamis, dist, check, key } = context;
  const token = key.token({ a: "rw" });
  for (const [title, run] of Object.entries(storeChecks({ tamis, dist }))) {
    await check(`a store ${title}`, () =>
      withServer(
        context,
        async ({ url }) => {
          const client = createClient({ url, authToken: token });
          await run({ place: url, token, raw: (sql) => client.execute(sql) });
          client.close();
        },
        { isOpen: false },
      ),
    );
  }
}

async function refusals(context) {
  const { check, key, tamis } = context;
  const refused = (open, text) =>
    assert.rejects(open, ({ code, message }) => code === "STORE_UNUSABLE" && text.test(message));
  await withServer(
    context,
    async ({ url }) => {
      const bad = { none: undefined, nonsense: "a.b.c", expired: key.token({ a: "rw", exp: 5 }) };
      for (const [what, authToken] of Object.entries(bad)) {
        await check(`a token that is ${what} is refused`, () =>
          refused(tamis.openStore(url, { authToken }), /refuses the token, or wants one/),
        );
      }
      await check("an address for WebSockets is spoken to over HTTP", async () => {
        const store = await tamis.openStore(url.replace("http:", "ws:"), { authToken: key.token({ a: "rw" }) });
        assert.equal(store.place, url);
        store.close();
      });
      const store = await tamis.openStore(url, { authToken: key.token({ a: "rw" }) });
      await new tamis.ContextSession({ maxTokens: 1e9 }).save(store, { name: "s" });
      store.close();
      await check("a token for reading reads, and does not write", async () => {
        const reader = await tamis.openStore(url, { authToken: key.token({ a: "ro" }) });
        assert.equal((await reader.list()).length, 1);
        await refused(new tamis.ContextSession({ maxTokens: 9 }).save(reader), /does not allow this \(403\)/);
        reader.close();
      });
    },
    { isOpen: false },
  );
}

async function sessionAt({ tamis }, url, options = {}) {
  const store = await tamis.openStore(url, options);
  const session = new tamis.ContextSession({ maxTokens: 1e9, tokens: "chars4" });
  await session.save(store, { name: "s" });
  return { store, session };
}

const textOf = (number) => `${number}:`.padEnd((number * 997) % 9000, "x");

/** How many turns there are; throws where one is not what was written. */
async function countTurns(store) {
  const turns = await store.read("s");
  for (const [number, { content }] of turns.entries()) assert.equal(content, textOf(number), `turn ${number}`);
  return turns.length;
}

/** Processes that append are killed. */
async function processKills(context) {
  return withServer(context, async ({ url }) => {
    const { store, session } = await sessionAt(context, url);
    await session.close();
    let least = 0;
    await context.check(`${PROCESS_KILLS} processes killed: no acknowledged turn is lost`, async () => {
      for (let kill = 0; kill < PROCESS_KILLS; kill++) {
        const acknowledged = Math.max(least, (await appendUntilKilled(context, url)) + 1);
        // What was on its way may come a little later, once, or not at all.
        await new Promise((done) => setTimeout(done, 30));
        const found = await countTurns(store);
        assert.ok(found === acknowledged || found === acknowledged + 1, `${acknowledged} acknowledged, ${found} found`);
        least = found;
      }
    });
    store.close();
    return { kills: PROCESS_KILLS, turns: least };
  });
}

function appendUntilKilled({ appender, dist }, url) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [appender, dist, url, "s"], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (text) => {
      if (output === "") setTimeout(() => child.kill("SIGKILL"), Math.random() * 40);
      output += text;
    });
    child.on("close", () => resolve(Number(/(\d+)\n$/.exec(output)?.[1] ?? -1)));
  });
}

/** The server is killed while a session appends, which goes on when it is back. */
async function serverKills(context) {
  return withServer(context, async (server) => {
    const { store, session } = await sessionAt(context, server.url);
    const said = {};
    await context.check(`the server killed ${SERVER_KILLS} times: every turn is there once, in order`, async () => {
      for (let kill = 0; kill < SERVER_KILLS; kill++) {
        let isBack = false;
        const back = killSoon(server).then(() => {
          isBack = true;
        });
        while (!isBack) {
          const number = session.turns.length;
          const turn = { role: number % 2 === 0 ? "user" : "assistant", content: textOf(number) };
          const failure = await session.addTurn(turn).then(
            () => undefined,
            (error) => error,
          );
          if (failure === undefined) continue;
          assert.equal(failure.code, "STORE_FAILED", failure.message);
          const line = failure.message.replace(server.url, "").slice(2);
          said[line] = (said[line] ?? 0) + 1;
          await back;
        }
        assert.equal(await countTurns(store), session.turns.length + (await surplus(store, session)));
      }
      await session.addTurn({ role: "user", content: textOf(session.turns.length) });
      assert.equal(await countTurns(store), session.turns.length);
    });
    store.close();
    return { kills: SERVER_KILLS, turns: session.turns.length, said };
  });
}

/** One turn more may be there than was acknowledged, until the next write. */
async function surplus(store, session) {
  const found = (await store.read("s")).length;
  assert.ok(found === session.turns.length || found === session.turns.length + 1, `${found} turns`);
  return found - session.turns.length;
}

async function killSoon(server) {
  await new Promise((done) => setTimeout(done, 20 + Math.random() * 60));
  await server.kill();
  await server.start();
}

/** Processes that append to one session at the same time. */
async function crowd(context) {
  return withServer(context, async ({ url }) => {
    const { store, session } = await sessionAt(context, url);
    await session.close();
    const process = join(context.appender, "../store-process.mjs");
    const startedAt = performance.now();
    await context.check(`${PROCESSES} processes add ${APPENDS} turns each, in order`, async () => {
      const statuses = await Promise.all(
        Array.from({ length: PROCESSES }, (_, label) => {
          const args = [process, context.dist, url, "s", "append", String(label), String(APPENDS)];
          const child = spawn(globalThis.process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
          return new Promise((done) => child.once("close", done));
        }),
      );
      assert.deepEqual(statuses, new Array(PROCESSES).fill(0));
      const texts = (await store.read("s")).map(({ content }) => content);
      assert.equal(texts.length, PROCESSES * APPENDS);
      for (let label = 0; label < PROCESSES; label++) {
        const own = texts.filter((text) => text.startsWith(`${label}:`));
        assert.deepEqual(
          own,
          Array.from({ length: APPENDS }, (_, number) => `${label}:${number}`),
        );
      }
    });
    store.close();
    return { processes: PROCESSES, appends: APPENDS, seconds: secondsSince(startedAt) };
  });
}

const secondsSince = (startedAt) => Math.round(performance.now() - startedAt) / 1000;

/** 100 MB, ten times what the server gives in one answer; and a turn that it does not take. */
async function large(context) {
  return withServer(context, async ({ url }) => {
    const { tamis, check } = context;
    const { store, session } = await sessionAt(context, url);
    const found = {};
    await check("a turn that is larger than the server takes is refused, and the session goes on", async () => {
      const refused = session.addTurn({ role: "user", content: "x".repeat(20_000_000) });
      await assert.rejects(refused, {
        code: "STORE_FAILED",
        message: `${url}: a turn is larger than the server takes; nothing was written`,
      });
      await session.addTurn({ role: "user", content: textOf(0) });
      assert.equal(await countTurns(store), 1);
    });
    await check("adding a turn", async () => {
      const times = [];
      for (let number = 1; number < 200; number++) {
        const startedAt = performance.now();
        await session.addTurn({ role: "user", content: textOf(number) });
        times.push(performance.now() - startedAt);
      }
      found.addMsP50 = Math.round(times.sort((a, b) => a - b)[100] * 100) / 100;
    });
    await check("a session of 100 MB is saved, and loaded whole", async () => {
      const whole = new tamis.ContextSession({ maxTokens: 1e9, tokens: "chars4" });
      for (let number = 0; number < 10_000; number++) {
        await whole.addTurn({ role: "user", content: `${number} `.padEnd(10_000, "x") });
      }
      let startedAt = performance.now();
      await whole.save(store, { name: "large" });
      found.saveSeconds = secondsSince(startedAt);
      await whole.close();
      const again = new tamis.ContextSession({ maxTokens: 1e9, tokens: "chars4" });
      startedAt = performance.now();
      await again.load(store, "large");
      found.loadSeconds = secondsSince(startedAt);
      assert.deepEqual(again.turns, whole.turns);
    });
    store.close();
    return found;
  });
}

/** A server that is stopped: the time limit, and what it does once it goes on. */
async function standsStill(context) {
  return withServer(context, async (server) => {
    const { store, session } = await sessionAt(context, server.url, { serverTimeoutMs: 1_000 });
    await session.addTurn({ role: "user", content: textOf(0) });
    let line = "";
    await context.check("a server that does not answer is given up, and its late work does no harm", async () => {
      server.signal("SIGSTOP");
      const startedAt = performance.now();
      await session.addTurn({ role: "assistant", content: "late" }).catch(({ message }) => {
        line = message;
      });
      assert.ok(performance.now() - startedAt < 3_000);
      assert.match(line, /did not answer in time; whether it was written is not known/);
      server.signal("SIGCONT");
      await session.addTurn({ role: "assistant", content: textOf(1) });
      await new Promise((done) => setTimeout(done, 500));
      assert.equal(await countTurns(store), 2);
    });
    store.close();
    return { line: line.replace(server.url, "") };
  });
}
