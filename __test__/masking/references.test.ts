// Answers that a file is as it was keep the earlier read, or bring it back.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { policyOf, type SettingsInput } from "../../ts/policy/policy.js";
import { bothBackends } from "../support/native.js";

const UNCHANGED = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";

interface Turn {
  tool?: string;
  args: object;
  text: string;
}

const read = (path: string, text: string, more: object = {}): Turn => ({ args: { file_path: path, ...more }, text });
const shell = (turn: number): Turn => ({
  tool: "Bash",
  args: { command: `run ${turn}` },
  text: longText(`run ${turn}`),
});
const longText = (name: string) =>
  Array.from({ length: 60 }, (_, at) => `${name}: line ${at} says ${(at * 7919) % 1009}`).join("\n");

function bodyOf(turns: readonly Turn[], model = "claude-sonnet-4-5"): Buffer {
  const made = turns.flatMap(({ tool = "Read", args, text }, turn) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${turn}`, name: tool, input: args }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${turn}`, content: text }] },
  ]);
  return Buffer.from(JSON.stringify({ model, max_tokens: 9, messages: [{ role: "user", content: "go" }, ...made] }));
}

/** By turn: whether its result is sent whole, and the reason of its decision. */
function sent(backend: Backend, turns: readonly Turn[], policy: SettingsInput) {
  const { body, report } = backend.reduceBody(bodyOf(turns), policyOf(policy), { explain: true });
  const { messages } = JSON.parse(Buffer.from(body).toString()) as { messages: { content: { content?: string }[] }[] };
  return {
    whole: turns.map(({ text }, turn) => messages[2 * turn + 2]?.content[0]?.content === text),
    reasonOf: (turn: number) => report.decisions.find(({ callId }) => callId === `t${turn}`)?.reason,
    report,
  };
}

const LOSSLESS = {
  terminal: false,
  json: false,
  paths: false,
  lineNumbers: false,
  dedupe: false,
} as const;
const EVERY_TURN = {
  preset: "none",
  arrival: LOSSLESS,
  mask: { windowTurns: 3, roles: false },
  cache: { strategy: "every-turn" },
} as const;
const PRICES = { read: 0.1, write: 1.25 };
const RENT = { ...EVERY_TURN, cache: { strategy: "rent", rent: 0.1, prices: PRICES } } as const;

/** A file is read, work goes on for some turns, and the file is read again. */
const session = (between: number, after: number, answer = UNCHANGED): Turn[] => [
  read("a.ts", longText("a.ts")),
  ...Array.from({ length: between }, (_, turn) => shell(turn)),
  read("a.ts", answer),
  ...Array.from({ length: after }, (_, turn) => shell(100 + turn)),
];

describe.each(bothBackends())("%s", (_, backend) => {
  it("an earlier read stays while an answer that refers to it is in the window", () => {
    for (let after = 0; after < 3; after++) {
      const { whole, reasonOf } = sent(backend, session(1, after), EVERY_TURN);
      expect(whole[0]).toBe(true);
      expect(reasonOf(0)).toBe(after < 1 ? "window" : "referenced");
    }
    expect(sent(backend, session(1, 4), EVERY_TURN).whole[0]).toBe(false);
  });

  it("an earlier read that was masked comes back at once where nothing is cached, and goes with the answer", () => {
    expect(sent(backend, session(6, 0).slice(0, -1), EVERY_TURN).whole[0]).toBe(false);
    for (let after = 0; after < 3; after++) {
      const { whole, reasonOf } = sent(backend, session(6, after), EVERY_TURN);
      expect([whole[0], reasonOf(0)]).toEqual([true, "referenced"]);
    }
    expect(sent(backend, session(6, 4), EVERY_TURN).whole[0]).toBe(false);
  });

  it("an earlier read that was masked comes back with the next move, not before it", () => {
    const turns = session(8, 12);
    let wasWhole = true;
    const seen = turns.map((_, turn) => {
      const { whole, report } = sent(backend, turns.slice(0, turn + 1), RENT);
      const isWhole = whole[0] === true;
      if (isWhole !== wasWhole) expect(report.cache.moved).toBe(true);
      wasWhole = isWhole;
      return isWhole;
    });
    // Masked by the move of turn 5, referred to from turn 10 on, back with that of turn 12, masked again by that of turn 15.
    expect(seen.map(Number).join("")).toBe("1111000000011100000000");
  });

  it("only the same tool, file and lines are referred to, and only by a short answer with a known text", () => {
    const others: Turn[][] = [
      [read("b.ts", longText("x")), read("a.ts", UNCHANGED)],
      [read("a.ts", longText("x"), { offset: 5, limit: 9 }), read("a.ts", UNCHANGED)],
      [{ ...read("a.ts", longText("x")), tool: "NotebookRead" }, read("a.ts", UNCHANGED)],
      [read("a.ts", longText("x")), read("a.ts", `${UNCHANGED}${" ".repeat(500)}`)],
      [read("a.ts", longText("x")), read("a.ts", "Nothing is new here.")],
      [read("a.ts", longText("x")), { ...read("a.ts", UNCHANGED), tool: "Bash" }],
      [read("a.ts", UNCHANGED), read("a.ts", longText("x"))],
    ];
    for (const turns of others) {
      const whole = sent(backend, [...turns, shell(1), shell(2)], {
        ...EVERY_TURN,
        mask: { windowTurns: 2, roles: false },
      }).whole;
      expect(whole[turns[0]?.text === UNCHANGED ? 1 : 0]).toBe(false);
    }
    const limit = `${UNCHANGED}${" ".repeat(500 - UNCHANGED.length)}`;
    const turns = [read("a.ts", longText("x")), read("a.ts", limit), shell(1)];
    expect(sent(backend, turns, { ...EVERY_TURN, mask: { windowTurns: 2, roles: false } }).whole[0]).toBe(true);
  });

  it("the newest earlier read is the one that is referred to, and an answer about an answer reaches it", () => {
    const turns = [
      read("a.ts", longText("old")),
      read("a.ts", longText("new")),
      read("a.ts", UNCHANGED),
      shell(1),
      shell(2),
    ];
    expect(sent(backend, [...turns, read("a.ts", UNCHANGED)], EVERY_TURN).whole.slice(0, 2)).toEqual([false, true]);
    const many = [...turns, read("a.ts", UNCHANGED), shell(3), shell(4), shell(5), read("a.ts", UNCHANGED)];
    expect(sent(backend, many, EVERY_TURN).whole.slice(0, 2)).toEqual([false, true]);
  });

  it("a reference in a text of the session that no tool answered keeps nothing", () => {
    const turns = session(6, 1, "fine");
    const body = JSON.parse(bodyOf(turns).toString()) as { messages: object[] };
    body.messages.push({ role: "assistant", content: "so" }, { role: "user", content: UNCHANGED });
    const { report } = backend.reduceBody(Buffer.from(JSON.stringify(body)), policyOf(EVERY_TURN), {
      explain: true,
    });
    expect(report.decisions.filter(({ reason }) => reason === "referenced")).toEqual([]);
  });

  it("every answer in the window leads to text, from the move after it on", () => {
    const files = 5;
    const seen = new Set<number>();
    const turns = Array.from({ length: 60 }, (_, turn): Turn => {
      const file = (turn * 7) % files;
      if (turn % 3 === 2) return shell(turn);
      const isKnown = seen.has(file);
      seen.add(file);
      return read(`${file}.ts`, isKnown ? UNCHANGED : longText(`file ${file}`));
    });
    const policy = {
      ...EVERY_TURN,
      cache: { strategy: "rent", rent: 0.2, prices: PRICES },
    } as const;
    let answered = 0;
    let lastMove = 0;
    for (let count = 8; count <= turns.length; count++) {
      const now = turns.slice(0, count);
      const { whole, report } = sent(backend, now, policy);
      if (report.cache.moved) lastMove = count;
      for (const [turn, { text, args }] of now.entries()) {
        if (text !== UNCHANGED || turn < count - 3 || turn >= lastMove) continue;
        const target = now.findIndex((one) => JSON.stringify(one.args) === JSON.stringify(args));
        expect(whole[target]).toBe(true);
        answered++;
      }
    }
    expect(answered).toBeGreaterThan(20);
  });
});
