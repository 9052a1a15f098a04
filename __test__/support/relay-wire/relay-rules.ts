import { idOf } from "../../../ts/rules/rows.js";
import type { WireRules } from "../../../ts/rules/wire-rules.js";

/** The wire's reader of rules: a call has its reply somewhere after it. */
export const relayRules: WireRules = ({ messages }, rows) => {
  const replied = new Set(messages.flatMap(({ by, ticket }) => (by === "reply" ? [ticket] : [])));
  messages.forEach(({ asks }, index) => {
    for (const { ticket } of Array.isArray(asks) ? asks : []) {
      if (!replied.has(ticket)) rows.message("chat/call-unanswered", index, idOf(ticket));
    }
  });
};
