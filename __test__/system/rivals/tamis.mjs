// Tamis in the comparison: `reduceToolOutput`, and `reduceBody` with what it replaced, which must give the same text.
import { join } from "node:path";

/** Policies by what the table calls them. */
const SETTINGS = {
  "lossless kinds": { preset: "safe", arrival: { lineNumbers: "padding" } },
  "the default": {},
  "preset strong": { preset: "strong" },
};

/** @param {string} root the checkout's folder, which is built */
export async function tamisContestants(root) {
  const { backend, definePolicy, reduceBody, reduceToolOutput } = await import(join(root, "dist/index.js"));
  const { createRestoreReport, restoreBody } = await import(join(root, "dist/restore/index.js"));
  if (backend.name !== "native") throw new Error(`the native backend is not in use: ${backend.reason}`);
  return Object.entries(SETTINGS).map(([settings, input]) => {
    const policy = definePolicy(input);
    const shorten = ({ tool, args, text }) => reduceToolOutput(text, { tool, args, policy }).text;
    const restores = async (result, shortened) => {
      const body = Buffer.from(JSON.stringify(requestOf(result)));
      const reduction = reduceBody(body, policy);
      if (JSON.parse(reduction.body).messages[1].content !== shortened) throw new Error("two functions, two texts");
      const report = JSON.parse(JSON.stringify(createRestoreReport(body, reduction)));
      return body.equals((await restoreBody(reduction.body, report)).body);
    };
    const answer = async (results) => {
      shorten({ tool: "Bash", args: "{}", text: "a line to begin with, number 12\n".repeat(200) });
      const answers = [];
      for (const result of results) {
        const before = process.cpuUsage();
        const text = shorten(result);
        const { user, system } = process.cpuUsage(before);
        answers.push({ text, millis: (user + system) / 1000, restored: await restores(result, text) });
      }
      return answers;
    };
    return { settings, answer };
  });
}

const requestOf = ({ tool, args, text }) => ({
  model: "gpt-4o",
  messages: [
    { role: "assistant", tool_calls: [{ id: "call", type: "function", function: { name: tool, arguments: args } }] },
    { role: "tool", tool_call_id: "call", content: text },
  ],
});
