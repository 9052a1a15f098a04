// An MCP server on stdin and stdout with 60 tools that nobody calls, as large as those of usual servers.
import { createInterface } from "node:readline";

const TOOLS = Array.from({ length: 60 }, (_, at) => ({
  name: `tool_${at}`,
  description: `Looks up records of kind ${at}. ${"Says which fields are there and how they are filtered and sorted. ".repeat(6)}`,
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(
      ["query", "limit", "cursor", "order", "fields"].map((name) => [
        name,
        { type: "string", description: `The ${name} of the look-up, as the service of kind ${at} understands it.` },
      ]),
    ),
    required: ["query"],
  },
}));

const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "many", version: "1" },
  }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": () => ({ content: [{ type: "text", text: "nothing found" }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const result = RESULTS[method]?.(params);
  const answer = result === undefined ? { error: { code: -32601, message: `no method ${method}` } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
