// `truncate.keepFirst: false`: the user's first message may go, where the provider takes what is left.
import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/pipeline/create-reducer.js";
import { validateRequest } from "../../ts/validate/index.js";

const words = (text: string, chars: number) => `${text} ${"word ".repeat(chars / 5)}`;
const paste = words("Here is a whole book.", 40_000);
const rules = (keepFirst?: boolean) => ({
  budget: { tokens: 3000 },
  policy: keepFirst === undefined ? {} : { experimental: { truncate: { keepFirst } } },
});

const chat = () => ({
  model: "gpt-5.4",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: paste },
    { role: "assistant", content: "Read." },
    { role: "user", content: "And now the last chapter?" },
    { role: "assistant", content: "It ends well." },
    { role: "user", content: "Who lives?" },
  ],
});

describe("truncate.keepFirst", () => {
  it.each([undefined, true])("%s: the first message stays, so that the budget is not met", async (keepFirst) => {
    const { body, report } = await createReducer(rules(keepFirst)).reduce(chat());
    expect(report.fits).toBe(false);
    expect(JSON.stringify(body)).toContain("whole book");
  });

  it("false: it goes like any other, and what is left is valid", async () => {
    const { body, report } = await createReducer(rules(false)).reduce(chat());
    expect(report).toMatchObject({ fits: true, reductionStage: "fallback" });
    const text = JSON.stringify(body);
    expect(text).not.toContain("whole book");
    for (const kept of ["Be brief.", "Who lives?"]) expect(text).toContain(kept);
    expect(validateRequest(body)).toEqual([]);
  });

  it("false: a wire on which the user begins keeps valid, also in the next request", async () => {
    const messages = [
      { role: "user", content: paste },
      { role: "assistant", content: "Read." },
      { role: "user", content: "And now the last chapter?" },
      { role: "assistant", content: "It ends well." },
      { role: "user", content: "Who lives?" },
    ];
    const request = { model: "claude-opus-4-6", max_tokens: 100, messages };
    const reducer = createReducer(rules(false));
    const first = await reducer.reduce(request);
    expect(validateRequest(first.body)).toEqual([]);
    expect(first.report.fits).toBe(true);
    const more = [...messages, { role: "assistant", content: "All." }, { role: "user", content: "Good." }];
    const second = await reducer.reduce({ ...request, messages: more });
    expect(JSON.stringify(second.body.messages).startsWith(JSON.stringify(first.body.messages).slice(0, -1))).toBe(
      true,
    );
  });

  it("false: where the budget is met without it, it stays", async () => {
    const request = chat();
    request.messages[1] = { role: "user", content: "Here is a line." };
    request.messages[2] = { role: "assistant", content: words("A long answer.", 40_000) };
    const { body, report } = await createReducer(rules(false)).reduce(request);
    expect(report.fits).toBe(true);
    expect(JSON.stringify(body)).toContain("Here is a line.");
  });
});
