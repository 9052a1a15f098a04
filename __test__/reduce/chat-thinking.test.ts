// Claude over OpenAI's Chat wire: routers send its thinking along, and it stays.
import { describe, expect, it } from "vitest";
import { type Policy, resolvePolicy } from "../../ts/policy/policy.js";
import { Glimpse } from "../../ts/reduce/glimpse.js";
import { RequestSession } from "../../ts/reduce/session/request.js";
import { SessionTable } from "../../ts/reduce/session/table.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { written } from "../support/written.js";

const POLICY = resolvePolicy(
  written({
    mask: { windowTurns: 2, minChars: 0, keepErrors: false },
    cache: { rent: 0.2 },
    // Each call reads another file.
    experimental: { mask: { workingSetFiles: 1 } },
  }),
);
const MODEL = "anthropic/claude-opus-5.5";

/** Messages of so many turns; the answer `thinksFrom` and those behind it think. */
function conversation(turns: number, thinksFrom: number): object[] {
  const messages: object[] = [{ role: "user", content: "do it" }];
  for (let turn = 0; turn < turns; turn++) {
    const call = { id: `call_${turn}`, type: "function", function: { name: "read", arguments: `{"path":"${turn}"}` } };
    const thinking = [{ type: "thinking", thinking: `thought ${turn}`, signature: `s${turn}` }];
    messages.push({
      role: "assistant",
      content: null,
      tool_calls: [call],
      ...(turn < thinksFrom ? {} : { thinking_blocks: thinking }),
    });
    messages.push({ role: "tool", tool_call_id: `call_${turn}`, content: `result ${turn} ${"word ".repeat(2000)}` });
  }
  return messages;
}

const bodyOf = (messages: object[], model = MODEL): Buffer => Buffer.from(JSON.stringify({ model, messages }));

const parsed = (bytes: Uint8Array): object => JSON.parse(Buffer.from(bytes).toString("utf8"));

const sessionOf = (table: SessionTable, body: Buffer, settings: Policy["settings"] | undefined) =>
  RequestSession.of(table, Glimpse.of(body, "tool_call_id"), () => body, { wire: "openai-chat", settings });

/** Sends a request as a gateway would; undefined if its conversation is not kept. */
async function send(table: SessionTable, body: Buffer, policy = POLICY) {
  const session = await sessionOf(table, body, policy.settings);
  if (session === undefined) return undefined;
  const { body: sent, report } = await session.reduce(policy, { wire: "openai-chat" });
  return { sent: parsed(sent), masked: report.maskedCount };
}

describe("a conversation whose thinking stays", () => {
  it.each([0, 3, 20])(
    "is edited behind it alone where it is first seen in the middle (thinks from %i)",
    async (thinksFrom) => {
      const table = new SessionTable();
      const checker = createPrefixChecker();
      const violations: string[] = [];
      let masked = 0;
      for (let turns = 0; turns < 40; turns++) {
        const body = bodyOf(conversation(turns, thinksFrom));
        const seen = turns < 10 ? undefined : await send(table, body);
        if (turns >= 10) expect(seen).toBeDefined();
        masked += seen?.masked ?? 0;
        const sent = seen?.sent ?? JSON.parse(body.toString("utf8"));
        violations.push(...checker.check(sent).map(({ message }) => `${turns}: ${message}`));
      }
      expect(violations).toEqual([]);
      // Before the first thinking everything may be edited.
      if (thinksFrom === 20) expect(masked).toBeGreaterThan(0);
      expect(table.size).toBe(1);
    },
  );

  it("keeps the edits from before its thinking when its policy changes", async () => {
    const table = new SessionTable();
    const checker = createPrefixChecker();
    const wider = resolvePolicy({ mask: { windowTurns: 1000 } });
    const violations: string[] = [];
    let masked = 0;
    for (let turns = 0; turns < 24; turns++) {
      const seen = await send(table, bodyOf(conversation(turns, 8)), turns < 14 ? POLICY : wider);
      masked = seen?.masked ?? 0;
      violations.push(...checker.check(seen?.sent ?? {}).map(({ message }) => `${turns}: ${message}`));
    }
    expect(violations).toEqual([]);
    expect(masked).toBeGreaterThan(0);
  });

  it("goes on with its edits after a request that was sent as it came", async () => {
    const table = new SessionTable();
    const checker = createPrefixChecker();
    const violations: string[] = [];
    for (let turns = 0; turns < 24; turns++) {
      const body = bodyOf(conversation(turns, 8));
      // A provider refuses it: nothing is made over it.
      if (turns === 16) expect(await (await sessionOf(table, body, undefined))?.leave()).toBeUndefined();
      const seen = await send(table, body);
      violations.push(...checker.check(seen?.sent ?? {}).map(({ message }) => `${turns}: ${message}`));
      if (turns > 8) expect(seen?.masked).toBeGreaterThan(0);
    }
    expect(violations).toEqual([]);
  });
});
