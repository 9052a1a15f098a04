// Conversations through shipped gateways with one file of sessions: one that ends after each round of their requests, by turns
// killed and as it is asked to end, and two that answer in turn. The provider, which checks thinking, refuses nothing.
// TAMIS_RESTARTED_SESSIONS=1000 tries a thousand, which takes minutes.
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { ensureBuilt } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/folder.js";
import { startGateway } from "../support/gateway-process.mjs";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { startSimulatedProvider } from "../support/simulated-provider/server.js";
import type { Block, MessagesRequest } from "../support/simulated-provider/types.js";
import { markedRequest, replyTo, scripted } from "./session.js";

const SESSIONS = Number(process.env.TAMIS_RESTARTED_SESSIONS ?? 12);
const TURNS = 8;
/** Requests at a time. */
const AT_ONCE = 8;

/** In front of the upstreams in the configuration; the second moves whenever the user speaks. */
const POLICIES = {
  "the default": "",
  "early moves": "[mask]\nwindow_turns = 1\nmin_chars = 100\n[experimental.cache]\nprices = { read = 1, write = 1 }\n",
};

ensureBuilt();

/** Conversations with a provider each, behind a folder for the gateways' file of sessions. */
async function converse(policy: string) {
  const folder = temporaryFolder();
  let calls = 0;
  const answer = (turn: number) =>
    scripted(turn).map((block) =>
      block.type === "tool_use" ? { ...block, name: "search", id: `c${calls++}` } : block,
    );
  const talks = Array.from({ length: SESSIONS }, (_, at) => ({
    provider: new SimulatedProvider({ answer }),
    messages: [{ role: "user", content: `task ${at}` }] as MessagesRequest["messages"],
  }));
  const handle: SimulatedProvider["handle"] = (request, betas) => {
    const { user_id } = request.metadata as { user_id: string };
    return (talks[Number(user_id)] as (typeof talks)[number]).provider.handle(request, betas);
  };
  const upstream = await startSimulatedProvider({ handle } as SimulatedProvider);
  onTestFinished(() => upstream.close());
  let reduced = 0;
  const send = async (url: string, at: number, turn: number) => {
    const { messages } = talks[at] as (typeof talks)[number];
    const response = await fetch(`${url}/anthropic/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ ...markedRequest(messages), metadata: { user_id: String(at) } }),
    });
    const { content = [] } = (await response.json()) as { content?: Block[] };
    const [before, after] = ["before", "after"].map((name) => Number(response.headers.get(`x-tamis-tokens-${name}`)));
    if (Number(after) < Number(before)) reduced++;
    const reply = replyTo(content, turn, { resultTokens: 4_000, namesIds: true });
    messages.push({ role: "assistant", content }, { role: "user", content: reply });
  };
  return {
    /** @param name The configuration's file */
    start: (name = "tamis.toml") =>
      startGateway({
        root: ROOT,
        file: join(folder, name),
        upstream: upstream.url,
        more: `session_file = "${join(folder, "sessions")}"\n`,
        policy: `version = 1\n${policy}`,
      }),
    /** Each conversation's next request. */
    async round(url: string, turn: number) {
      const waiting = talks.keys();
      const one = async () => {
        for (const at of waiting) await send(url, at, turn);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },
    /** @param recovered Requests that a gateway sent again */
    expectNoneRefused(recovered: number) {
      const statuses = talks.flatMap(({ provider }) => provider.exchanges.map(({ status }) => status));
      const refused = statuses.filter((status) => status !== 200).length;
      const expected = { refused: 0, sent: SESSIONS * TURNS, recovered: 0 };
      expect({ refused, sent: statuses.length, recovered }).toEqual(expected);
      expect(reduced).toBeGreaterThan(SESSIONS);
    },
  };
}

type Running = Awaited<ReturnType<typeof startGateway>>;

async function end(gateway: Running, signal: NodeJS.Signals): Promise<void> {
  (gateway.child as ChildProcess).kill(signal);
  await gateway.exited;
}

const recoveredBy = async (gateway: Running): Promise<number> =>
  (await gateway.metrics())("tamis_prefix_recovered_total");

it.each(Object.entries(POLICIES))("no conversation is refused: %s", { timeout: 900_000 }, async (_, policy) => {
  const { start, round, expectNoneRefused } = await converse(policy);
  let recovered = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const gateway = await start();
    await round(gateway.url, turn);
    recovered += await recoveredBy(gateway);
    await end(gateway, turn % 2 === 0 ? "SIGKILL" : "SIGTERM");
  }
  expectNoneRefused(recovered);
});

it.each(Object.entries(POLICIES))("nor where two answer in turn: %s", { timeout: 900_000 }, async (_, policy) => {
  const { start, round, expectNoneRefused } = await converse(policy);
  const two = [await start("one.toml"), await start("other.toml")] as const;
  for (let turn = 0; turn < TURNS; turn++) await round(two[turn % 2 === 0 ? 0 : 1].url, turn);
  let recovered = 0;
  for (const gateway of two) {
    recovered += await recoveredBy(gateway);
    await end(gateway, "SIGTERM");
  }
  expectNoneRefused(recovered);
});
