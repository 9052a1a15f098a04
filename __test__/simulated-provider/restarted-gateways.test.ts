// Conversations through the shipped gateway, which ends after each round of their requests, by turns killed and as it is asked
// to end: the provider, which checks thinking, refuses nothing. TAMIS_RESTARTED_SESSIONS=1000 tries a thousand, which takes
// minutes.
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

const SESSIONS = Number(process.env.TAMIS_RESTARTED_SESSIONS ?? 60);
const TURNS = 12;
/** Requests at a time. */
const AT_ONCE = 8;

/** In front of the upstreams in the configuration; the second moves whenever the user speaks. */
const POLICIES = {
  "the default": "",
  "early moves": "[mask]\nwindow_turns = 1\nmin_chars = 100\n[experimental.cache]\nprices = { read = 1, write = 1 }\n",
};

ensureBuilt();

it.each(Object.entries(POLICIES))("no conversation is refused: %s", { timeout: 900_000 }, async (_, policy) => {
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
  const [file, more] = [join(folder, "tamis.toml"), `session_file = "${join(folder, "sessions")}"\n`];
  let [reduced, recovered] = [0, 0];
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
  for (let turn = 0; turn < TURNS; turn++) {
    const gateway = await startGateway({
      root: ROOT,
      file,
      upstream: upstream.url,
      more,
      policy: `version = 1\n${policy}`,
    });
    const waiting = talks.keys();
    const one = async () => {
      for (const at of waiting) await send(gateway.url, at, turn);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    const metrics = await gateway.metrics();
    recovered += metrics("tamis_prefix_recovered_total");
    (gateway.child as ChildProcess).kill(turn % 2 === 0 ? "SIGKILL" : "SIGTERM");
    await gateway.exited;
  }
  const statuses = talks.flatMap(({ provider }) => provider.exchanges.map(({ status }) => status));
  expect({ refused: statuses.filter((status) => status !== 200).length, sent: statuses.length, recovered }).toEqual({
    refused: 0,
    sent: SESSIONS * TURNS,
    recovered: 0,
  });
  expect(reduced).toBeGreaterThan(SESSIONS);
});
