import { event, halves, type Protocol, type Reply } from "./protocol.js";

const USAGE = {
  ...{ promptTokenCount: 40, candidatesTokenCount: 8, totalTokenCount: 48 },
  cachedContentTokenCount: 32,
};

/** Gemini generateContent. Calls have ids, as newer models give them. */
export const gemini: Protocol = {
  whole: (reply, model, turn) => chunk(model, turn, [...textsOf(reply), ...callsOf(reply)], "STOP"),
  events(reply, model, turn) {
    const texts = halves(reply.text ?? "").map((text) => event(chunk(model, turn, [{ text }])));
    return [...texts, event(chunk(model, turn, callsOf(reply), "STOP"))];
  },
  error: (code) => ({ error: { code, message: `scripted ${code}`, status: "SCRIPTED" } }),
  errorEvent: (type) => event({ error: { code: 503, message: "scripted", status: type } }),
};

const textsOf = ({ text }: Reply): object[] => (text === undefined ? [] : [{ text }]);
const callsOf = ({ calls = [] }: Reply): object[] =>
  calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));

function chunk(modelVersion: string, turn: number, parts: object[], finishReason?: string): object {
  const content = { role: "model", parts };
  const candidate = { index: 0, content, ...(finishReason === undefined ? {} : { finishReason }) };
  return { candidates: [candidate], usageMetadata: USAGE, modelVersion, responseId: `r${turn}` };
}
