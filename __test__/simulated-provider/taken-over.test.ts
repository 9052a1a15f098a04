// Conversations of tenants, each of which another process takes over in every loop and at every prompt.

import { expect, it } from "vitest";
import { finishedNow } from "../../ts/base/answers.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { SessionTable } from "../../ts/reduce/session/table.js";
import { placeIn, reduceTracked } from "../../ts/reduce/session/tracked.js";
import { cases } from "../support/cases.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import type { Block, MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { markedRequest, replyTo, scripted } from "./session.js";

/** Each tenant with names and without, twice. */
const SESSIONS = cases(42);
const TURNS = 12;
/** Everything that is old goes whenever the user speaks, and each fifth answer ends a turn. */
const policy = resolvePolicy(
  written({
    mask: { windowTurns: 1, minChars: 100, keepErrors: false },
    cache: { prices: { read: 1, write: 1 } },
    restore: { handles: true, key: "a key of these tests" },
  }),
);

it("finds no conversation refused after it was saved and loaded before each request", { timeout: 900_000 }, () => {
  let [refused, edited] = [0, 0];
  for (let session = 0; session < SESSIONS; session++) {
    const provider = new SimulatedProvider({ answer: scripted });
    const options = {
      wire: "anthropic",
      tenant: `tenant ${session % 7}`,
      ...(session % 3 ? {} : { name: "n" }),
    } as const;
    const messages: MessagesRequest["messages"] = [{ role: "user", content: `task ${session}` }];
    let saved = new SessionTable().save();
    for (let turn = 0; turn < TURNS; turn++) {
      const body = Buffer.from(JSON.stringify(markedRequest(messages)));
      const table = new SessionTable();
      table.load(saved);
      const place = finishedNow(placeIn(table, body, options));
      if (place === undefined) throw new Error("a request without conversation");
      const sent = finishedNow(reduceTracked(place, body, policy, options, undefined));
      saved = table.save();
      if (sent.changed) edited++;
      const { block_binding: _, ...thinking } = JSON.parse(Buffer.from(sent.body).toString()).thinking;
      const { status, body: answer } = provider.handle({ ...JSON.parse(Buffer.from(sent.body).toString()), thinking });
      if (status !== 200) refused++;
      if (status !== 200) break;
      const content = answer.content as Block[];
      const reply = replyTo(content, turn, { resultTokens: 400, namesIds: true });
      messages.push({ role: "assistant", content }, { role: "user", content: reply });
    }
  }
  expect(refused).toBe(0);
  expect(edited).toBeGreaterThan(SESSIONS);
});
