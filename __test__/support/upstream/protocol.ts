/** A tool that the scripted model calls. */
export interface ToolCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

/** What the scripted model says. */
export interface Reply {
  text?: string;
  /** Several are parallel calls. */
  calls?: ToolCall[];
}

/** One provider's way to say things over HTTP. `turn` counts the requests of a script: ids are made of it. */
export interface Protocol {
  whole(reply: Reply, model: string, turn: number): object;
  /** Server-sent events, each with its blank line. */
  events(reply: Reply, model: string, turn: number): string[];
  /** An error's body. */
  error(status: number): object;
  /** An error's event in a stream. */
  errorEvent(type: string): string;
}

/** One server-sent event; with a name where the protocol names its events. */
export function event(data: object, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Two parts of a text, as a stream would bring them; a surrogate pair may come apart. */
export function halves(text: string): string[] {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== "");
}
