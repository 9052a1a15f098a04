import { isRecord, type JsonRecord } from "../baseline/value.js";
import type { Wire } from "../report.js";
import { conversationKey } from "../validation.js";
import type { Item, RepairPlan } from "./plan.js";

/** Applies a plan to a parsed request by shallow copies; the original is never written to. */
export function applyToObject(request: JsonRecord, wire: Wire, plan: RepairPlan): JsonRecord {
  const key = conversationKey(wire);
  const blockKey = wire === "gemini" ? "parts" : "content";
  const messages = request[key] as readonly JsonRecord[];
  const blockOf = (message: number, block: number): unknown => {
    const list = messages[message]?.[blockKey];
    return Array.isArray(list) ? list[block] : undefined;
  };
  const makeBlock = (item: Item, message: number): unknown => {
    if ("keep" in item) return blockOf(message, item.keep);
    if ("from" in item) return blockOf(item.from[0], item.from[1]);
    return "value" in item ? item.value : { type: "text", text: messages[message]?.[blockKey] };
  };
  const makeMessage = (item: Item): unknown => {
    if (!("keep" in item)) return "value" in item ? item.value : undefined;
    const blocks = plan.blocks.get(item.keep);
    const message = messages[item.keep];
    if (blocks === undefined) return message;
    return { ...message, [blockKey]: blocks.map((block) => makeBlock(block, item.keep)) };
  };
  const next: JsonRecord = { ...request, [key]: plan.messages.map(makeMessage) };
  const { system } = request;
  if (plan.system !== undefined && Array.isArray(system)) {
    next.system = plan.system.map((item) => ("keep" in item ? (system[item.keep] as unknown) : undefined));
  }
  return next;
}

/** A copy of a value in which every half of a surrogate pair is U+FFFD; the value itself where there is none. */
export function repairSurrogatesIn<T>(root: T): T {
  const holder = { root: root as unknown };
  const waiting: [holder: JsonRecord | unknown[], key: string | number][] = [[holder, "root"]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, key] = next as [JsonRecord, string];
    const value = parent[key];
    if (typeof value === "string") parent[key] = wellFormed(value);
    else if (Array.isArray(value)) {
      const copy: unknown[] = [...value];
      parent[key] = copy;
      for (const index of copy.keys()) waiting.push([copy, index]);
    } else if (isRecord(value)) {
      const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [wellFormed(name), member]));
      parent[key] = copy;
      for (const name of Object.keys(copy)) waiting.push([copy, name]);
    }
  }
  return holder.root as T;
}

const wellFormed = (text: string): string => (text as string & { toWellFormed(): string }).toWellFormed();

/** The same for a JSON text, in which only escapes can spell such a half. */
export function repairSurrogatesInText(text: string): string {
  // A backslash with what it escapes is one match, so that `\\ud800` is never taken for an escape.
  return text.replace(
    /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^u])/g,
    (spelled) => (/^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$/.test(spelled) ? "\\ufffd" : spelled),
  );
}
