import type { PolicySettings } from "../policy/policy.js";
import { compilePatterns } from "../text/error-signs.js";
import { visitStrings } from "../text/json-value.js";
import type { MessageRole } from "../wires/define-wire.js";

/** Whether a message contains a text of `pin`. */
export type PinMatcher = (message: unknown, role: MessageRole) => boolean;

/** Compiles all pins for a role to one expression. Matching is linear in a message's text. */
export function compilePins(pin: PolicySettings["pin"]): PinMatcher {
  if (pin.length === 0) return () => false;
  const rules = pin.map((rule) => (typeof rule === "string" ? { text: rule, role: undefined } : rule));
  const byRole = new Map<MessageRole, RegExp | undefined>();
  const matcher = (role: MessageRole) => {
    if (!byRole.has(role)) {
      const holds = (rule: { role?: string | undefined }) =>
        // Some wires put results into messages of the user.
        rule.role === undefined || rule.role === role || (rule.role === "tool" && role === "user");
      byRole.set(role, compilePatterns(rules.filter(holds).map(({ text }) => text)));
    }
    return byRole.get(role);
  };
  return (message, role) => {
    const pattern = matcher(role);
    let found = false;
    if (pattern !== undefined) visitStrings(message, (text) => (found ||= pattern.test(text)));
    return found;
  };
}
