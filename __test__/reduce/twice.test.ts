import { expect, it } from "vitest";
import { reduceBody } from "../../ts/index.js";

const WORDS = "parse request handler token buffer stream cache vector index module client socket thread worker".split(
  " ",
);

/** Lines of a small vocabulary, so that results name little that was not said before. */
function makeOutput(seed: number, chars: number): string {
  let state = seed + 1;
  const next = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
  const word = () => WORDS[next(WORDS.length)];
  let text = "";
  for (let line = 0; text.length < chars; line++)
    text += `${line} ${word()}_${word()} = ${word()}(${next(1_000_000)})\n`;
  return text;
}

/** Two calls a turn; `sameCalls`: the first two ask for the same. */
function makeChat(turns: number, { chars, sameCalls }: { chars: number; sameCalls: boolean }): Buffer {
  const messages: object[] = [
    { role: "system", content: makeOutput(999, 12_000) },
    { role: "user", content: "go" },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const ids = [2 * turn, 2 * turn + 1];
    const ask = (id: number) => (sameCalls && id === 1 ? 0 : id);
    const calls = ids.map((id) => ({
      ...{ id: `c${id}`, type: "function" },
      function: { name: "look", arguments: JSON.stringify({ id: ask(id) }) },
    }));
    messages.push({ role: "assistant", tool_calls: calls });
    for (const id of ids) messages.push({ role: "tool", tool_call_id: `c${id}`, content: makeOutput(id, chars) });
  }
  return Buffer.from(JSON.stringify({ model: "gpt-5.2", messages }));
}

it.each([
  { chars: 4_500, sameCalls: false },
  { chars: 9_000, sameCalls: false },
  { chars: 4_500, sameCalls: true },
])("reducing twice changes nothing where large results were cut: %o", (kind) => {
  let cut = 0;
  let masked = 0;
  for (let turns = 1; turns <= 30; turns++) {
    const { body, report } = reduceBody(makeChat(turns, kind));
    cut += report.shortenedCount ?? 0;
    masked += report.maskedCount;
    expect({ turns, changed: reduceBody(body).changed }).toEqual({ turns, changed: false });
  }
  expect(cut).toBeGreaterThan(100);
  expect(masked).toBeGreaterThan(100);
});

it("a digest names nothing that only the line of a cut says", () => {
  const { messages, ...rest } = JSON.parse(makeChat(6, { chars: 10, sameCalls: false }).toString());
  const long = messages.map((message: { role: string }) =>
    message.role === "tool" ? { ...message, content: "x".repeat(20_000) } : message,
  );
  const body = Buffer.from(JSON.stringify({ ...rest, messages: long }));
  const policy = { cache: { strategy: "every-turn" } } as const;
  const reduced = JSON.parse(reduceBody(body, policy).body.toString());
  const contents: string[] = reduced.messages.map(({ content }: { content: string }) => content);
  expect(contents).toContain("[old result left out: 20000 chars]");
  expect(contents.filter((content) => content?.includes("mentions"))).toEqual([]);
});

it("a sub-agent's report that is cut between blank lines stays as it is", () => {
  const paragraph = "The parser reads one line and keeps it in a buffer for the next stage of the work at hand.";
  const report = Array.from({ length: 60 }, (_, at) => `${at} ${paragraph.slice(at % 9)}`).join("\n\n");
  const call = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const changed = Array.from({ length: 40 }, (_, at) => {
    const [asked, told] = [call("t0", "Task", { prompt: "look" }), `${"x".repeat(at)}${report}`];
    const others = [1, 2, 3, 4].map(
      (turn) => [call(`b${turn}`, "Bash", { command: `ls ${turn}` }), `${turn}`] as const,
    );
    const messages = [[asked, told] as const, ...others].flatMap(([use, content]) => [
      { role: "assistant", content: [use] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content }] },
    ]);
    const request = {
      model: "claude-opus-5-5",
      max_tokens: 9,
      messages: [{ role: "user", content: "go" }, ...messages],
    };
    const { body } = reduceBody(Buffer.from(JSON.stringify(request)), { cache: { strategy: "every-turn" } });
    expect(Buffer.from(body).toString()).toContain("[report shortened — ");
    return reduceBody(body, { cache: { strategy: "every-turn" } }).changed;
  });
  expect(changed).not.toContain(true);
});
