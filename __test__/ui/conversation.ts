/** A request of an agent that reads files, one a turn. */
export function conversation(turns: number, chars = 1_500): object {
  const messages: object[] = [{ role: "user", content: "Find the defect, and never touch main.ts." }];
  for (let turn = 0; turn < turns; turn++) {
    const id = `toolu_${turn}`;
    const lines = Array.from(
      { length: Math.ceil(chars / 30) },
      (_, line) => `line ${line} of file ${turn}: ${line * turn}`,
    );
    messages.push(
      { role: "assistant", content: [{ type: "tool_use", id, name: "read_file", input: { path: `src/${turn}.ts` } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: lines.join("\n") }] },
    );
  }
  messages.push({ role: "assistant", content: "It is in the reader." }, { role: "user", content: "Go on then." });
  return { model: "claude-sonnet-4-5", max_tokens: 100, system: "You fix defects.", messages };
}
