import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContextSession, openStore, type TurnInput } from "../../ts/session/index.js";
import { isSessionTurn } from "../../ts/session/turn.js";
import { validateRequest } from "../../ts/validate/index.js";
import { cases, timeLimit } from "../support/cases.js";
import { temporaryFolder } from "../support/folder.js";
import { arbitraryTurns } from "./arbitrary-turns.js";
import { addAll, charsSession } from "./build.js";

const WIRES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
const BIG = 1_000_000_000;
const folder = temporaryFolder();

async function sessionOf(turns: readonly TurnInput[], maxTokens = BIG): Promise<ContextSession> {
  const session = charsSession(maxTokens, { keepFirst: 1, keepLast: 2 });
  await addAll(session, turns);
  return session;
}

describe("any session", () => {
  it("exports the same bytes after an export and import into an empty session", { timeout: timeLimit(60_000) }, () =>
    fc.assert(
      fc.asyncProperty(arbitraryTurns(12), async (turns) => {
        const json = (await sessionOf(turns)).export();
        const other = charsSession(BIG);
        await other.import(json);
        expect(other.export()).toBe(json);
        const third = charsSession(BIG);
        await third.import(Buffer.from(json), { replace: true });
        expect(third.export()).toBe(json);
      }),
      { numRuns: cases(1000) },
    ),
  );

  it("is read from disk unchanged", { timeout: timeLimit(60_000) }, async () => {
    const store = await openStore(join(folder, "sessions.db"));
    await fc.assert(
      fc.asyncProperty(arbitraryTurns(8), fc.nat(8), async (turns, at) => {
        const session = await sessionOf(turns.slice(0, at));
        await session.save(store);
        await addAll(session, turns.slice(at));
        expect(await store.read(session.id)).toEqual(session.turns);
        await session.close();
      }),
      { numRuns: cases(60) },
    );
    store.close();
  });

  it("keeps its totals, whatever happens to it", { timeout: timeLimit(60_000) }, () =>
    fc.assert(
      fc.asyncProperty(
        arbitraryTurns(20),
        fc.array(fc.constantFrom("trim", "undo", "clear", "reduce", "import"), { maxLength: 4 }),
        async (turns, acts) => {
          const session = await sessionOf(turns);
          const json = session.export();
          for (const act of acts) await (act === "import" ? session.import(json, { replace: true }) : session[act]());
          const chars = session.turns.map(({ content, toolCalls = [] }) =>
            toolCalls.reduce((sum, { name, arguments: args }) => sum + name.length + args.length, content.length),
          );
          expect(session.tokens).toBe(Math.ceil(chars.reduce((a, b) => a + b, 0) / 4));
          expect(session.stats().turns).toBe(session.turns.filter(isSessionTurn).length);
        },
      ),
      { numRuns: cases(150) },
    ),
  );

  it("trims without separating a call from its results, keeping first, last and system entries", () =>
    fc.assert(
      fc.asyncProperty(arbitraryTurns(30), async (turns) => {
        const session = await sessionOf(turns);
        const before = session.turns;
        const { droppedTurns } = await session.trim();
        const after = session.turns;
        const spoken = before.filter(isSessionTurn);
        for (const turn of [...spoken.slice(0, 1), ...spoken.slice(-2)]) expect(after).toContain(turn);
        for (const turn of before.filter(({ role }) => role === "system")) expect(after).toContain(turn);
        expect(spoken.length - after.filter(isSessionTurn).length).toBe(droppedTurns);
        // What is left is a session: its export is taken in, and an orphan would be refused.
        await charsSession(BIG).import(session.export());
        const left = new Set(after);
        for (const [at, turn] of before.entries()) {
          if (turn.toolCallId === undefined) continue;
          const caller = before.findLast((one, i) => i < at && one.toolCalls?.some(({ id }) => id === turn.toolCallId));
          expect(left.has(turn)).toBe(caller !== undefined && left.has(caller));
        }
      }),
      { numRuns: cases(200) },
    ));

  it("renders prompts with calls and results paired as each wire requires", () =>
    fc.assert(
      fc.asyncProperty(arbitraryTurns(16), async (turns) => {
        const session = await sessionOf(turns);
        await session.addTurn({ role: "user", content: "go on" });
        for (const wire of WIRES) {
          const { request } = await session.prompt(wire);
          const broken = validateRequest({ model: "m", ...request }, { wire }).filter(({ rule }) =>
            /call|result|output|response|orphan|pair/.test(rule),
          );
          // Gemini wants a user's turn before a call: a session may begin with the assistant.
          expect(broken.filter(({ rule }) => rule !== "gemini/call-position")).toEqual([]);
        }
      }),
      { numRuns: cases(100) },
    ));

  it("is imported from its own request in each wire, with the same texts", () =>
    fc.assert(
      fc.asyncProperty(arbitraryTurns(12), fc.constantFrom(...WIRES), async (turns, wire) => {
        const session = await sessionOf([{ role: "user", content: "begin" }, ...turns]);
        const { request } = await session.prompt(wire);
        const other = charsSession(BIG);
        await other.import(JSON.stringify(request), { wire });
        expect((await other.prompt(wire)).request).toEqual(JSON.parse(JSON.stringify(request)));
      }),
      { numRuns: cases(150) },
    ));
});
