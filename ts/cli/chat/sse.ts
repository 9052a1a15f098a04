/** The data of server-sent events, one string an event; comments and other fields are left out. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  let data: string[] = [];
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    // A line feed may follow in the next chunk.
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\n|\r/);
    text = (lines.pop() ?? "") + text.slice(whole.length);
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
}
