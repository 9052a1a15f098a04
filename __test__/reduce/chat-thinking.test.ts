// Claude over OpenAI's Chat wire: routers send its thinking along, and it stays.
import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { Glimpse } from "../../ts/reduce/glimpse.js";
import { RequestSession } from "../../ts/reduce/request-session.js";
import { SessionTable } from "../../ts/reduce/session-table.js";
import { createPrefixChecker } from "../../ts/validate/index.js";

const POLICY = resolvePolicy({ mask: { windowTurns: 2, minChars: 0, keepErrors: false }, cache: { rent: 0.2 } });
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

const bodyOf = (messages: object[]): Buffer => Buffer.from(JSON.stringify({ model: MODEL, messages }));

/** Sends a request as a gateway would; undefined if its conversation is not kept. */
function send(table: SessionTable, body: Buffer): { sent: object; masked: number } | undefined {
  const session = RequestSession.of(table, Glimpse.of(body, "tool_call_id"), () => body, {
    wire: "openai-chat",
    settings: POLICY.settings,
  });
  if (session === undefined) return undefined;
  const { body: sent, report } = session.reduce(POLICY, { wire: "openai-chat" });
  return { sent: JSON.parse(Buffer.from(sent).toString("utf8")), masked: report.maskedCount };
}

describe("a conversation whose thinking stays", () => {
  it.each([0, 3, 20])(
    "is edited behind it alone where it is first seen in the middle (thinks from %i)",
    (thinksFrom) => {
      const table = new SessionTable();
      const checker = createPrefixChecker();
      const violations: string[] = [];
      let masked = 0;
      for (let turns = 0; turns < 40; turns++) {
        const body = bodyOf(conversation(turns, thinksFrom));
        const seen = turns < 10 ? undefined : send(table, body);
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
});
