import { getOrInsert } from "../../base/maps.js";
import { applySplices, type Child, childrenOf, lastMember, skipSpace } from "../../text/json-children.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import type { Item, RepairPlan } from "./plan.js";

/** Applies a plan to the JSON text of a request. Every kept element and everything around the lists keeps its text. */
export function applyToText(text: string, wire: WireDefinition, plan: RepairPlan): string {
  const root = childrenOf(text, skipSpace(text, 0));
  const list = lastMember(root, wire.listKey);
  if (list === undefined) return text;
  const messages = childrenOf(text, list.start);
  const blocks = lazily((message: number) => {
    const at = messages[message];
    const member = at && lastMember(childrenOf(text, at.start), wire.blocks.key);
    return { member, children: member && text[member.start] === "[" ? childrenOf(text, member.start) : [] };
  });
  const render = (item: Item, children: readonly Child[], content: Child | undefined): string => {
    if ("keep" in item) return slice(text, children[item.keep]);
    if ("from" in item) return slice(text, blocks(item.from[0]).children[item.from[1]]);
    if ("value" in item) return JSON.stringify(item.value);
    return `{"type":"text","text":${slice(text, content)}}`;
  };
  const renderMessage = (index: number): string => {
    const [items, message] = [plan.blocks.get(index), messages[index]];
    const { member, children } = blocks(index);
    if (items === undefined || message === undefined || member === undefined) return slice(text, message);
    const texts = items.map((item) => ({ at: "keep" in item ? item.keep : -1, text: render(item, children, member) }));
    const next = text[member.start] === "[" ? renderList(text, member, children, texts) : `[${joined(texts)}]`;
    return text.slice(message.start, member.start) + next + text.slice(member.end, message.end);
  };
  const texts = plan.messages.map((item) =>
    "keep" in item ? { at: item.keep, text: renderMessage(item.keep) } : { at: -1, text: render(item, [], undefined) },
  );
  const edits: { child: Child; text: string }[] = [{ child: list, text: renderList(text, list, messages, texts) }];
  const system = plan.system === undefined ? undefined : lastMember(root, "system");
  if (system !== undefined) {
    const children = childrenOf(text, system.start);
    const kept = (plan.system ?? []).map((item) => ({
      at: "keep" in item ? item.keep : -1,
      text: render(item, children, system),
    }));
    edits.push({ child: system, text: renderList(text, system, children, kept) });
  }
  return applySplices(
    text,
    edits.map(({ child: { start, end }, text: given }) => ({ start, end, text: given })),
  );
}

interface ListText {
  /** The element's index; -1 if it is new. */
  at: number;
  text: string;
}

const joined = (texts: readonly ListText[]): string => texts.map(({ text }) => text).join(",");

/** Renders a list with new elements. Keeps the text between two elements that remain neighbours. */
function renderList(text: string, list: Child, children: readonly Child[], texts: readonly ListText[]): string {
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return `[${joined(texts)}]`;
  let out = text.slice(list.start, first.start);
  texts.forEach(({ at, text: element }, place) => {
    const [before, here] = [children[at - 1], children[at]];
    if (place > 0) out += before && here && at > 0 ? text.slice(before.end, here.start) : ",";
    out += element;
  });
  return out + text.slice(last.end, list.end);
}

function slice(text: string, child: Child | undefined): string {
  return child === undefined ? "null" : text.slice(child.start, child.end);
}

function lazily<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    return getOrInsert(made, key, () => make(key));
  };
}
