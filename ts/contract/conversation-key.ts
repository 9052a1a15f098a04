// Which conversation a request belongs to, by what stays the same while it goes on.
import { isRecord } from "../text/json-value.js";
import { stableOpening, stableWords } from "./volatile-text.js";

/** The system prompt outside the messages, and the messages up to the user's first; of any wire. */
export type Opening = readonly [system: unknown, messages: readonly unknown[]];

/**
 * Identifies a conversation by its beginning: the tenant, the first line of each block of the system prompt, and the
 * messages up to the user's first. What clients change from request to request does not count: cache markers, billing
 * lines, blocks such as `<system-reminder>` and `<env>`, git states, dates, times and random ids (see
 * `volatile-text.ts`). The state's step and call id tell branches, and conversations that begin alike, apart.
 *
 * @param name The client's own name for it, where its tenant has one beside. @default none
 */
export function conversationKey(tenant: string | undefined, opening: unknown, name?: string): string {
  const [system, messages] = Array.isArray(opening) ? (opening as unknown as Opening) : [opening, []];
  const parts = [
    [tenant, name].filter((one) => one !== undefined),
    openingsOf(system),
    (Array.isArray(messages) ? messages : []).map(stableMessage),
  ];
  // Loaded at the first session, because loading it is as slow as loading this package.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

const SYSTEM_ROLES: ReadonlySet<unknown> = new Set(["system", "developer"]);

function stableMessage(message: unknown): unknown {
  if (!isRecord(message)) return stableValue(message);
  const { role, content = message.parts } = message;
  if (content === undefined) return stableValue(message);
  return [role, SYSTEM_ROLES.has(role) ? openingsOf(content) : wordsOf(content)];
}

/** The openings of a system prompt's blocks; those that have none are left out. */
function openingsOf(content: unknown): string[] {
  return textsOf(content)
    .map((text) => (typeof text === "string" ? stableOpening(text) : JSON.stringify(text)))
    .filter((opening) => opening !== "");
}

/** The texts of a message as one text, so that a string and a list of one text are the same, and its other parts. */
function wordsOf(content: unknown): unknown[] {
  const parts = textsOf(content);
  const text = parts.filter((part) => typeof part === "string").join("\n");
  return [stableWords(text), ...parts.filter((part) => typeof part !== "string")];
}

/** Texts as strings, other parts as they are but for cache markers. */
function textsOf(content: unknown): unknown[] {
  if (typeof content === "string") return [content];
  if (isRecord(content) && Array.isArray(content.parts)) return textsOf(content.parts);
  if (!Array.isArray(content)) return content === null || content === undefined ? [] : [stableValue(content)];
  return content.map((part: unknown) => {
    if (typeof part === "string") return part;
    return isRecord(part) && typeof part.text === "string" ? part.text : stableValue(part);
  });
}

const MARKERS: ReadonlySet<string> = new Set(["cache_control", "prompt_cache_breakpoint"]);

/** A value without cache markers. One that is nested too deeply to be written counts by that alone. */
function stableValue(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value ?? null, (name, inner) => (MARKERS.has(name) ? undefined : inner)));
  } catch (error) {
    if (error instanceof RangeError) return "nested too deeply";
    throw error;
  }
}
