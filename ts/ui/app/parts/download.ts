import { send, toFailure } from "../state/ask.js";
import { say } from "../state/say.js";

export function saveAs(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves an answer as a file: a link could not send the token. */
export async function download(path: string, query: Record<string, string | number>, name: string): Promise<void> {
  try {
    const response = await send(path, { query });
    saveAs(name, await response.text(), response.headers.get("content-type") ?? "text/plain");
    say(`Saved ${name}.`);
  } catch (error) {
    say(toFailure(error).message, { isError: true });
  }
}
