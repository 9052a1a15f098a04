import { expect, it } from "vitest";
import { renderStats } from "../../../ts/cli/chat/commands.js";
import { ContextSession } from "../../../ts/session/index.js";
import { addAll, assistant, tokensOfText, user } from "../../session/build.js";

const row = (session: ContextSession, name: string) =>
  new RegExp(`^  ${name} +(.*)$`, "m").exec(renderStats(session.stats()))?.[1];

it("shows the tokens of the conversation", async () => {
  const session = new ContextSession({ maxTokens: 10_000, tokens: "chars4" });
  expect(row(session, "tokens")).toBe("0 of 10,000 (0.0 %)");
  await addAll(session, [user(tokensOfText(1_200)), assistant(tokensOfText(300))]);
  expect(row(session, "tokens")).toBe("1,500 of 10,000 (15.0 %)");
});

it("says how many bills were not understood, and that the cost does not have them", async () => {
  const session = new ContextSession({ maxTokens: 10_000, model: "gpt-4o" });
  expect([row(session, "billed"), row(session, "cost")]).toEqual(["nothing reported yet", "none yet"]);
  session.recordUsage({ prompt_tokens: 1_000, completion_tokens: 10, cache_hits: 900 });
  expect(row(session, "billed")).toBe("usage of 1 answer not understood");
  expect(row(session, "cost")).toBe("unknown: no usage that is understood");
  session.recordUsage({ prompt_tokens: 1_000_000, completion_tokens: 0 });
  expect(row(session, "billed")).toBe("1,000,000 tokens in, 0 out, 1 answer; usage of 1 answer not understood");
  expect(row(session, "cost")).toBe("$2.50, 1 answer without a price not included");
});
