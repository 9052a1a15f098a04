import { runTool, SCRIPT } from "./agents/agent.js";

const CALLS = SCRIPT.flatMap((act) => ("calls" in act ? (act.calls ?? []) : []));

const PLACEHOLDER = String.raw`\[Observation masked: old tool result \(tool_call_id=([\w-]+), tool=(\w+), chars=(\d+)\)\]`;
const IN_STRING = new RegExp(PLACEHOLDER, "g");
const IN_RESPONSE = new RegExp(`\\{"output":"${PLACEHOLDER}"\\}`, "g");

/** How an agent writes a result as Gemini's `response`; its chars are those of all its strings. */
export type ResponseOf = (name: string, result: string) => Record<string, string>;

/** A body with every placeholder turned back into what the tool said, from the script alone; and the ids found. */
export function unmask(text: string, responseOf?: ResponseOf): { text: string; masked: string[] } {
  const masked: string[] = [];
  const restored = text.replaceAll(responseOf ? IN_RESPONSE : IN_STRING, (_, callId: string, name: string, chars) => {
    const args = CALLS.find((call) => call.id === callId && call.name === name)?.args;
    if (args === undefined) throw new Error(`a placeholder names the wrong call: ${callId}, ${name}`);
    const result = runTool(name, args);
    const response = responseOf?.(name, result);
    const strings = response === undefined ? result : Object.values(response).join("");
    if (strings.length !== Number(chars)) throw new Error(`a placeholder of ${callId} tells ${chars} chars`);
    masked.push(callId);
    return response === undefined ? JSON.stringify(result).slice(1, -1) : JSON.stringify(response);
  });
  return { text: restored, masked };
}
