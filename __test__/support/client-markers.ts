import type { Wire } from "../../ts/contract/report.js";
import { WIRES } from "../../ts/wires/index.js";

export type Json = Record<string, unknown>;

const KEYS: ReadonlySet<string> = new Set(["cache_control", "prompt_cache_breakpoint"]);

/** A copy without any marker of a prompt cache. */
export function withoutMarkers<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, child) => (KEYS.has(key) ? undefined : child)));
}

type Style = (request: Json, list: Json[]) => Json;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Marks the last block of the newest message of the user's, and as many before it, that can carry a marker. */
function markNewest(list: Json[], count: number, marker: Json): void {
  let left = count;
  for (const message of list.toReversed()) {
    if (left === 0) return;
    const last = Array.isArray(message.content) ? message.content.at(-1) : undefined;
    if (message.role !== "user" || !isObject(last) || last.text === "") continue;
    Object.assign(last, { cache_control: marker });
    left--;
  }
}

const inFront = (request: Json, marker: Json, withTools: boolean): Json => ({
  ...request,
  system: [{ type: "text", text: "be brief", cache_control: marker }],
  ...(withTools ? { tools: [{ name: "t", input_schema: { type: "object" }, cache_control: marker }] } : {}),
});

function anthropicStyle(front: 0 | 1 | 2, newest: number, ttl?: "1h"): Style {
  const marker = { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) };
  return (request, list) => {
    markNewest(list, newest, marker);
    return front === 0 ? request : inFront(request, marker, front === 2);
  };
}

const EXPLICIT = { prompt_cache_breakpoint: { mode: "explicit" } };

/** Puts a marked message of the system's in front for each breakpoint wanted. */
const openAiStyle =
  (front: number, textType: string): Style =>
  (_, list) => {
    for (let at = 0; at < front; at++) {
      list.unshift({ role: "system", content: [{ type: textType, text: `rule ${at}`, ...EXPLICIT }] });
    }
    return {};
  };

const STYLES: Readonly<Record<Wire, readonly Style[]>> = {
  anthropic: [
    anthropicStyle(1, 2),
    (request) => ({ ...request, cache_control: { type: "ephemeral" } }),
    anthropicStyle(1, 1, "1h"),
    anthropicStyle(2, 2),
    (request, list) => ({ ...anthropicStyle(0, 1)(request, list), cache_control: { type: "ephemeral" } }),
    anthropicStyle(2, 1, "1h"),
  ],
  "openai-chat": [0, 1, 2, 3].map((front) => openAiStyle(front, "text")),
  "openai-responses": [0, 1, 2, 3].map((front) => openAiStyle(front, "input_text")),
  gemini: [],
};

/** How many ways to mark a request {@link markAsClient} knows. */
export const clientStyles = (wire: Wire): number => STYLES[wire].length;

/** The request with the breakpoints of one kind of client. */
export function markAsClient(wire: Wire, request: Json, style: number): Json {
  const copy: Json = structuredClone(request);
  const list = copy[WIRES.of(wire).listKey];
  const mark = STYLES[wire][style];
  if (!Array.isArray(list) || mark === undefined) return copy;
  const blocks = list.filter(isObject);
  const marked = mark(copy, blocks);
  return { ...copy, ...marked, [WIRES.of(wire).listKey]: wire === "anthropic" ? list : blocks };
}
