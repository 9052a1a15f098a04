import fc from "fast-check";
import type { TurnInput } from "../../ts/session/index.js";

/** Any text: lone surrogates, NULs, brackets, line feeds. */
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "",
    "\0",
    "\ud800",
    "\ufeff",
    "[2 earlier turns trimmed]",
    "'; DROP TABLE turns; --",
    "{}",
    "é漢😀".repeat(200),
  ),
);
const id = fc.oneof(fc.constantFrom("a", "b", "c"), fc.string({ minLength: 1, maxLength: 8 }));
const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const metadata = fc.option(fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue()), { nil: undefined });

interface Spec {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  timestamp: string;
  ids: string[];
  isError: boolean;
  metadata: Record<string, unknown> | undefined;
}

const spec: fc.Arbitrary<Spec> = fc.record({
  role: fc.constantFrom("system", "user", "assistant", "assistant", "tool", "tool"),
  content: text,
  timestamp: time,
  ids: fc.uniqueArray(id, { maxLength: 3 }),
  isError: fc.boolean(),
  metadata,
});

/** A session's turns: results answer open calls, in any order and distance; some calls stay open. */
export const arbitraryTurns = (maxLength: number): fc.Arbitrary<TurnInput[]> =>
  fc.array(spec, { maxLength }).map((specs) => {
    const open: string[] = [];
    return specs.flatMap(({ role, content, timestamp, ids, isError, metadata: data }): TurnInput[] => {
      const base = { content, timestamp, ...(data === undefined ? {} : { metadata: data }) };
      if (role === "tool") {
        const toolCallId = open.shift();
        return toolCallId === undefined ? [] : [{ role, toolCallId, ...base, ...(isError ? { isError } : {}) }];
      }
      if (role !== "assistant" || ids.length === 0) return [{ role, ...base }];
      for (const called of ids) {
        const place = open.indexOf(called);
        if (place >= 0) open.splice(place, 1);
        open.push(called);
      }
      return [{ role, ...base, toolCalls: ids.map((called) => ({ id: called, name: "tool", arguments: content })) }];
    });
  });
