import { fileOf } from "./long-conversation.js";

/**
 * An agent with thinking whose provider checks it: the user speaks every fourth turn, and a file is read again.
 *
 * @param thought More of the thinking. Default none.
 */
export function boundConversation(turns: number, thought = ""): object[] {
  const messages: object[] = [{ role: "user", content: "Please do it." }];
  for (let turn = 0; turn < turns; turn++) {
    const id = `call_${turn}`;
    messages.push(
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: `I look at ${turn}.${thought}`, signature: `sig${turn}` },
          { type: "tool_use", id, name: "read_file", input: { path: `src/m${turn % 7}.ts` } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: fileOf(turn % 7) }] },
    );
    if (turn % 4 !== 3) continue;
    messages.push(
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: `I sum up ${turn}.`, signature: `end${turn}` },
          { type: "text", text: `Part ${turn} is done.` },
        ],
      },
      { role: "user", content: `Now part ${turn + 1}.` },
    );
  }
  return messages;
}
