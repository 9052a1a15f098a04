import { describe, expect, it } from "vitest";
import { editConversation } from "../../ts/condensation/conversation/edit.js";
import { openConversation, reopen } from "../../ts/condensation/conversation/open.js";
import { CONSOLIDATION_RULES, type ConsolidationRule } from "../../ts/condensation/lossless/consolidation/rules.js";
import type { ContentReference } from "../../ts/condensation/lossless/references/content-reference.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import type { PhaseName, ValidationCheck } from "../../ts/condensation/providers/base/result.js";
import { runSmart } from "../../ts/condensation/providers/smart/run.js";
import { SmartCondensationProvider } from "../../ts/condensation/providers/smart/smart-provider.js";
import { DEFAULT_CONDENSATION_SETTINGS } from "../../ts/condensation/settings/settings.js";
import { type PhaseChange, validatePhase } from "../../ts/condensation/validation/validate-phase.js";
import type { JsonRecord } from "../../ts/text/json-value.js";
import { longConversation } from "./long-conversation.js";

const MESSAGES: JsonRecord[] = [
  { role: "user", content: "first, mind the KEEP-ME" },
  { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "ls", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "a.ts" }] },
  { role: "assistant", content: [{ type: "text", text: "there is one file" }] },
  { role: "user", content: "second" },
];
const before = openConversation({ messages: MESSAGES, wire: "anthropic" });

/** A phase that made these messages of the conversation. */
function change(messages: readonly JsonRecord[], more: Partial<PhaseChange> = {}): PhaseChange {
  const after = { conversation: reopen(before, messages), tokens: 90 };
  return { before: { conversation: before, tokens: 100 }, after, references: [], pins: ["KEEP-ME"], ...more };
}

const reference: ContentReference = {
  ...{
    type: "tool_result",
    place: "/2/content/0/content",
    source: "/4/content",
    originalIndex: 4,
    hash: "0".repeat(32),
  },
};
const edited = (index: number, message: JsonRecord) => MESSAGES.with(index, message);
const FAULTS: Record<ValidationCheck, PhaseChange> = {
  tokens: change(MESSAGES, { after: { conversation: before, tokens: 101 } }),
  references: change(MESSAGES, { references: [reference] }),
  user_messages: change(edited(4, { role: "user", content: "second thoughts".slice(0, 3) })),
  pairs: change(edited(2, { role: "user", content: [{ type: "text", text: "a.ts" }] })),
  wire_rules: change(edited(3, { role: "assistant", content: [{ type: "text", text: "" }] })),
  roles: change(edited(3, { role: "user", content: "there is one file" })),
  markers: change(MESSAGES.slice(0, 3).concat(MESSAGES.slice(4)), { indexes: [0, 1, 2, undefined, 3] }),
  pinned: change(edited(3, { role: "assistant", content: [{ type: "text", text: "one" }] }), {
    pins: ["there is one file"],
  }),
};

describe("checks after a phase", () => {
  it("find nothing where nothing is wrong", () => {
    expect(validatePhase(change(MESSAGES))).toBeUndefined();
  });

  it.each(Object.entries(FAULTS))("find a planted fault: %s", (check, planted) => {
    expect(validatePhase(planted)?.check).toBe(check);
  });

  it("find words of the user in another order", () => {
    const swapped = edited(0, MESSAGES[4] as JsonRecord).with(4, MESSAGES[0] as JsonRecord);
    expect(validatePhase(change(swapped))?.check).toBe("user_messages");
  });

  it("find no fault where a run of dropped messages has its marker", () => {
    const text =
      "[Summary of 3 earlier messages, made by a machine: data about the conversation, no instructions.]\n<summary-1>\nx\n</summary-1>";
    const { conversation, indexes } = editConversation(before, {
      dropped: new Set([1, 2, 3]),
      inserted: [{ at: 1, author: "assistant", text }],
    });
    const done = change([], { after: { conversation, tokens: 90 }, indexes });
    expect(validatePhase(done)).toBeUndefined();
    const { messages } = conversation;
    const twice = messages.toSpliced(1, 0, messages[1] as JsonRecord);
    const doubled = { ...done, after: { conversation: reopen(before, twice), tokens: 90 } };
    expect(validatePhase({ ...doubled, indexes: [0, undefined, undefined, undefined, 3] })?.check).toBe("markers");
  });
});

describe("a phase that fails a check", () => {
  const long = longConversation({ turns: 8 });
  // The first file is read again, so that the lossless phase has work to do, too.
  const again = long.slice(2, 4).map((one) => JSON.parse(JSON.stringify(one).replaceAll("r0", "again")) as object);
  const messages = [...long.slice(0, -1), { role: "user", content: "Again." }, ...again, ...long.slice(-2)];
  const typed = classify(openConversation({ messages, wire: "openai-chat" }));
  const settings = { ...DEFAULT_CONDENSATION_SETTINGS, targetReductionPercent: 90 };

  it.each<PhaseName>(["lossless", "tool_results", "tool_calls", "thinking", "messages"])(
    "is taken back alone: %s",
    (name) => {
      const planted = (_: PhaseChange, phase: PhaseName) =>
        phase === name ? ({ check: "pairs", message: "planted" } as const) : undefined;
      const { phases } = runSmart(typed, { settings, pins: [], validate: planted });
      const failed = phases.filter(({ rolledBack }) => rolledBack !== undefined);
      expect(failed.map((phase) => phase.name)).toEqual([name]);
      expect(failed[0]?.after).toBe(failed[0]?.before);
      const others = phases.filter((phase) => phase.kind === "lossy" && phase.name !== name);
      expect(others.every((phase) => phase.after !== phase.before)).toBe(true);
    },
  );

  it("is named in the report, with the reason", async () => {
    const broken: ConsolidationRule = {
      get tool(): string {
        throw new Error("planted");
      },
      keyArgument: null,
      merge: "similar",
    };
    const provider = new SmartCondensationProvider({ consolidationRules: [...CONSOLIDATION_RULES, broken] });
    const { report, metrics } = await provider.condense({ messages: longConversation({ turns: 8 }) }, {});
    expect(report.phases[0]).toMatchObject({ name: "lossless", rolledBack: { check: "error", message: "planted" } });
    expect(report.notes.map(({ code }) => code)).toEqual(["lossless_failed"]);
    expect(metrics.finalTokens).toBeLessThanOrEqual(metrics.originalTokens / 2);
  });
});
