// npm start -- "PROMPT": Claude Code's agent, which reads files, and prints its answer. Its requests go through a gateway.
import { query } from "@anthropic-ai/claude-agent-sdk";
import { createGateway } from "tamis/gateway";

const { ANTHROPIC_BASE_URL = "https://api.anthropic.com" } = process.env;
const gateway = createGateway({
  gateway: { port: 0, logLevel: "silent" },
  upstreams: { anthropic: ANTHROPIC_BASE_URL },
});
const env = { ...process.env, ANTHROPIC_BASE_URL: `${await gateway.listen()}/anthropic` };

const prompt = process.argv[2] ?? "What does package.json say?";
for await (const message of query({
  prompt,
  options: { env, tools: ["Read"], allowedTools: ["Read"] },
})) {
  if (message.type === "result") console.log(message.subtype === "success" ? message.result : message.subtype);
}

const { bytesBefore, bytesAfter } = gateway.totals;
console.log(`${bytesBefore} -> ${bytesAfter} bytes`);
await gateway.close();
