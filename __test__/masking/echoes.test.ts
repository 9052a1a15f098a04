// A model that writes what Tamis writes: as a result of a tool, and in the arguments of a call.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { plainText } from "../contract/build.js";
import { type Json, SPELLERS, type Speller } from "../contract/wires-build.js";
import { bothBackends } from "../support/native.js";
import { written } from "../support/written.js";

const ECHOES = [
  "[see above: same file, unchanged]",
  "[see above: lines 3-40 of src/a.ts]",
  "⟨ File content already provided above ⟩",
  "⟨ Reference: See message #2 for the result of read_file (one) ⟩",
  "⟨ Reference: See message #2 for lines 3–40 of one ⟩",
  "⟨ Consolidated 3 operations: read a.ts ⟩",
  "[8 paths under /srv/repo/]",
  "[… 90210 chars …]",
  "[clipped — 81230 chars left out; mentions: src/a.ts]",
  "[argument shortened: 900 chars left out]",
  "[image masked — image/png]",
] as const;

const POLICIES: Record<string, PolicyInput> = {
  "the defaults": {},
  strong: { preset: "strong" },
  "every kind, at every turn": written({
    preset: "strong",
    mask: { windowTurns: 1, minChars: 60, media: "mask", keepImages: 1 },
    cache: { strategy: "every-turn" },
    tools: { schema: true },
  }),
};

describe.each(SPELLERS.map((speller) => [speller.wire, speller] as const))(
  "echoes of our own texts, %s",
  (_, speller) => {
    it.each(Object.entries(POLICIES))("a result that is nothing but one stays as it is, under %s", (_, given) => {
      const policy = resolvePolicy(given);
      for (const echo of ECHOES) {
        const messages = [
          speller.user("go"),
          ...speller.turn({ id: "one", name: "read_file", content: plainText(900) }),
          ...speller.turn({ id: "echo", name: "read_file", content: echo }),
          ...speller.turn({ id: "three", name: "read_file", content: plainText(700) }),
          ...speller.turn({ id: "again", name: "read_file", content: echo }),
          ...speller.turn({ id: "last", name: "ls", content: "a.ts" }),
        ];
        const body = Buffer.from(JSON.stringify(speller.request(messages)));
        for (const [, backend] of bothBackends()) {
          const sent = backend.reduceBody(body, policy, { wire: speller.wire }).body;
          const list = speller.messagesOf(JSON.parse(Buffer.from(sent).toString()) as Json);
          expect([list[4], list[8]]).toEqual([messages[4], messages[8]]);
        }
      }
    });

    it("a call whose arguments have the mark of shortened ones stops more from being shortened", () => {
      const policy = resolvePolicy(
        written({
          mask: { windowTurns: 2 },
          args: { digest: null },
          cache: { strategy: "every-turn" },
        }),
      );
      const results = bothBackends().map(([, backend]) => {
        const without = imitate(backend, speller, policy, undefined);
        const stopped = imitate(backend, speller, policy, 6);
        expect(without.report.argsImitated).toBeUndefined();
        expect(stopped.report.argsImitated).toBe(true);
        expect(stopped.report.shortenedArgsCount).toBeGreaterThan(2);
        expect(stopped.report.shortenedArgsCount).toBeLessThan(without.report.shortenedArgsCount ?? 0);
        return [without, stopped].map(({ body }) => JSON.parse(Buffer.from(body).toString()));
      });
      expect(results[0]).toEqual(results.at(-1));
    });
  },
);

const MARK = "text [argument shortened: 900 chars left out]";
const TURNS = 12;

/** A request whose calls write files; the one of turn `marked` has the mark. */
function imitate(
  backend: Backend,
  speller: Speller,
  policy: ReturnType<typeof resolvePolicy>,
  marked: number | undefined,
) {
  const turns = Array.from({ length: TURNS }, (_, at) => {
    const args = { path: `${at}.ts`, text: at === marked ? MARK : `file ${at} ${"const x = 1;\n".repeat(80)}` };
    const call = JSON.stringify(speller.calls({ id: `c${at}`, name: "write", content: "" }))
      .replace('"arguments":"{}"', `"arguments":${JSON.stringify(JSON.stringify(args))}`)
      .replace('"input":{}', `"input":${JSON.stringify(args)}`)
      .replace('"args":{}', `"args":${JSON.stringify(args)}`);
    return [...(JSON.parse(call) as Json[]), ...speller.results({ id: `c${at}`, name: "write", content: "ok" })];
  });
  const body = Buffer.from(JSON.stringify(speller.request([speller.user("write"), ...turns.flat()])));
  return backend.reduceBody(body, policy, { wire: speller.wire });
}
