/** The data of server-sent events, one string an event; comments and other fields are left out. Linear in the stream. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let data: string[] = [];
  // A line that has not ended, in the pieces that came: joining them at each chunk would take quadratic time.
  let begun: string[] = [];
  let endedInReturn = false;
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    // The line feed of a CR LF whose CR ended the chunk before.
    if (endedInReturn && text.startsWith("\n")) text = text.slice(1);
    if (text !== "") endedInReturn = text.endsWith("\r");
    const lines = text.split(/\r\n|\n|\r/);
    const rest = lines.pop() ?? "";
    for (const piece of lines) {
      const line = begun.length === 0 ? piece : [...begun, piece].join("");
      begun = [];
      if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
    if (rest !== "") begun.push(rest);
  }
}
