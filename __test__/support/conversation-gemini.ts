import { type Call, type Draft, type Media, type Result, type Step, unknownMember } from "./conversation.js";

/** How one request spells the keys of two words, and whether its calls have ids. */
interface Spelling {
  isSnake(): boolean;
  hasIds: boolean;
  /** Whether the model wants a signature with the first call of each step. */
  isSigned: boolean;
}

/** The conversation as a valid Gemini `generateContent` request, in either spelling, with and without call ids. */
export function writeGemini(draft: Draft): Record<string, unknown> {
  const { conversation, random } = draft;
  const habit = random.pick(["camel", "camel", "snake", "mixed"]);
  const spelling: Spelling = {
    isSnake: () => (habit === "mixed" ? random.chance(0.5) : habit === "snake"),
    hasIds: random.chance(0.5),
    isSigned: random.chance(0.5),
  };
  const contents: object[] = [];
  for (const { user, steps, answer } of conversation.rounds) {
    contents.push({ role: "user", parts: userParts(draft, spelling, user.texts, user.media), ...unknownMember(draft) });
    for (const step of steps) {
      contents.push({ role: "model", parts: modelParts(draft, spelling, step), ...unknownMember(draft) });
      contents.push({ role: random.chance(0.9) ? "user" : "function", parts: resultParts(draft, spelling, step) });
    }
    if (answer !== undefined) contents.push({ role: "model", parts: [{ text: answer }] });
  }
  return {
    ...(random.chance(0.5) ? { model: spelling.isSigned ? "gemini-3-pro" : "gemini-2.5-pro" } : {}),
    ...(conversation.isDelta
      ? member(spelling, "cachedContent", "cached_content", "cachedContents/abc")
      : systemMember(draft, spelling)),
    ...unknownMember(draft),
    contents,
    generationConfig: { temperature: 0.2 },
  };
}

function member(spelling: Spelling, camel: string, snake: string, value: unknown): Record<string, unknown> {
  return { [spelling.isSnake() ? snake : camel]: value };
}

function systemMember({ conversation }: Draft, spelling: Spelling): Record<string, unknown> {
  if (conversation.system.length === 0) return {};
  const parts = conversation.system.map((text) => ({ text }));
  return member(spelling, "systemInstruction", "system_instruction", { parts });
}

function userParts(draft: Draft, spelling: Spelling, texts: readonly string[], media: readonly Media[]): object[] {
  return [...media.map((one) => mediaPart(spelling, one)), ...texts.map((text) => ({ text, ...unknownMember(draft) }))];
}

function mediaPart(spelling: Spelling, { mimeType, data }: Media): object {
  const blob = { ...member(spelling, "mimeType", "mime_type", mimeType), data };
  return member(spelling, "inlineData", "inline_data", blob);
}

function modelParts(draft: Draft, spelling: Spelling, step: Step): object[] {
  const { random } = draft;
  const parts: object[] = [];
  if (step.thinking !== undefined && random.chance(0.5)) parts.push({ text: step.thinking, thought: true });
  if (step.say !== undefined) parts.push({ text: step.say });
  if (step.server !== undefined) {
    parts.push({ executableCode: { language: "PYTHON", code: "print(1)" } });
    parts.push({ codeExecutionResult: { outcome: "OUTCOME_OK", output: step.server.query } });
  }
  for (const [index, { id, name, args }] of step.calls.entries()) {
    const call = { ...(spelling.hasIds ? { id } : {}), name, args, ...unknownMember(draft) };
    // The first call of a step carries the signature of the thinking before all of them.
    const signs = (spelling.isSigned || step.thinking !== undefined) && index === 0;
    const signature = signs ? member(spelling, "thoughtSignature", "thought_signature", "CiQB4/H/Xg==") : {};
    parts.push({
      ...member(spelling, "functionCall", "function_call", call),
      ...signature,
      ...unknownMember(draft, 0.05),
    });
  }
  return parts;
}

function resultParts(draft: Draft, spelling: Spelling, { calls, aside }: Step): object[] {
  const parts: object[] = calls.map(({ id, name, result }: Call) => {
    const own = spelling.hasIds ? { id } : {};
    const media = result.kind === "media" ? { parts: result.media.map((one) => mediaPart(spelling, one)) } : {};
    const response = { ...own, name, response: writeResponse(draft, result), ...media };
    return { ...member(spelling, "functionResponse", "function_response", response), ...unknownMember(draft, 0.05) };
  });
  return aside === undefined ? parts : [...parts, { text: aside }];
}

/** An object, as the wire asks for, with its texts at any depth. */
function writeResponse({ random }: Draft, { kind, texts, isError }: Result): object {
  const [text = ""] = texts;
  if (isError)
    return random.pick<object>([
      { error: text },
      { status: "error", message: text },
      { error: { code: 5, message: text } },
    ]);
  if (kind === "empty") return random.pick<object>([{}, { output: "" }, { ok: true, n: 0 }]);
  if (kind === "text") return random.pick<object>([{ output: text }, { result: text }, { output: text, error: null }]);
  return {
    results: texts.map((one, index) => (index % 2 === 0 ? one : { deep: [index, { text: one }, null] })),
    n: 1.5,
  };
}
