import { type Content, GoogleGenAI, type Part } from "@google/genai";
import { type Agent, MAX_ROUNDS, neverAnswered, runTool, TASK, TOOLS } from "./agent.js";

/** The `@google/genai` package. Its fetch is an HTTP option. */
export const googleGenAi: Agent = async ({ url, fetch, stream, signal }) => {
  const client = new GoogleGenAI({ apiKey: "sk-canary", httpOptions: { baseUrl: url, ...(fetch && { fetch }) } });
  const contents: Content[] = [{ role: "user", parts: [{ text: TASK }] }];
  const functionDeclarations = TOOLS.map(({ parameters, ...tool }) => ({ ...tool, parametersJsonSchema: parameters }));
  const config = { tools: [{ functionDeclarations }], ...(signal && { abortSignal: signal }) };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const request = { model: "gemini-2.5-pro", contents, config };
    const parts: Part[] = [];
    if (stream) {
      for await (const { candidates } of await client.models.generateContentStream(request))
        parts.push(...(candidates?.[0]?.content?.parts ?? []));
    } else {
      const { candidates } = await client.models.generateContent(request);
      parts.push(...(candidates?.[0]?.content?.parts ?? []));
    }
    const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
    if (calls.length === 0) return parts.map(({ text }) => text ?? "").join("");
    contents.push({ role: "model", parts });
    contents.push({
      role: "user",
      parts: calls.map(({ id = "", name = "", args }) => ({
        functionResponse: { id, name, response: { output: runTool(name, args) } },
      })),
    });
  }
  throw neverAnswered();
};
