// JSON that is nested too deeply to be written again is the provider's to refuse.
import { expect, it } from "vitest";
import { ask, startGateway } from "./start.js";

const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
const PATHS = ["/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1beta/models/m:generateContent"];

it.each([
  ["a message's content", `{"model":"m","LIST":[{"role":"user","content":${deep}}]}`],
  ["the system prompt", `{"model":"m","system":${deep},"LIST":[{"role":"user","content":"a"}]}`],
  ["tools", `{"model":"m","tools":[${deep}],"LIST":[{"role":"user","content":"a"}]}`],
])("goes on as it came, on each wire: %s", async (_, body) => {
  const condensation = { enabled: true, provider: "smart", contextTokens: 1_000, autoCondenseContextPercent: 5 };
  for (const config of [{}, { condensation }]) {
    const { url, upstream } = await startGateway(undefined, config);
    for (const path of PATHS) {
      const list = path.includes("v1beta") ? "contents" : "messages";
      const given = Buffer.from(body.replace("LIST", path.endsWith("responses") ? "input" : list));
      const { status } = await ask(url, path, { body: given, headers: { "content-type": "application/json" } });
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(upstream.arrived.at(-1)?.body.equals(given)).toBe(true);
    }
  }
});
