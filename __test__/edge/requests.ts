/** A conversation of twelve tool turns with a system prompt, results of 900 chars and text beyond ASCII. */
export function longChat(): { model: string; messages: Record<string, unknown>[] } {
  const turns = Array.from({ length: 12 }, (_, turn) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `call_${turn}`, type: "function", function: { name: "read_file", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: `call_${turn}`, content: `${turn}: größe 漢字 🙂 `.repeat(60) },
  ]);
  return { model: "gpt-5", messages: [{ role: "user", content: "go" }, ...turns.flat()] };
}
