/** The wires that the rivals' own message types can be made from. */
export type RivalWire = "openai-chat" | "anthropic";

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The messages of a request; what is no object is left out. */
export const listOf = (request: object): Json[] => objectsIn(Reflect.get(request, "messages"));

export const withList = (request: object, messages: readonly Json[]): object => ({ ...request, messages });

/** The text of a content: a string, or the texts of its parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsIn(content)
    .map((part) => (typeof part.text === "string" ? part.text : ""))
    .join("\n");
}
