import { everyTurn } from "../support/every-turn.js";
import { chatOf } from "../support/on-wire.js";
import { runTool } from "./agents/agent.js";

/** A valid chat request with so many tool turns, of one result each. */
export function chatRequest(turnCount = 6): { model: string; messages: object[] } {
  const turns = Array.from({ length: turnCount }, (_, index) => {
    const id = `call_${index}`;
    const args = { path: `src/${index}.ts` };
    return chatOf([{ calls: [{ id, tool: "read_file", args, result: runTool("read_file", args) }] }]);
  });
  return { model: "gpt-5", messages: [{ role: "user", content: "Why is it slow? ünï 🐌" }, ...turns.flat()] };
}

/** Its placeholders name their call. */
export const POLICY = everyTurn({ mask: { windowTurns: 2, placeholder: { family: "conversation" } } });

export const CHAT_URL = "https://api.example.com/v1/chat/completions";
