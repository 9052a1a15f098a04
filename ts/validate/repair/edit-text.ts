import { getOrInsert } from "../../base/maps.js";
import { applySplices, type Child, childrenOf, lastMember, type Splice, skipSpace } from "../../text/json-children.js";
import { findRoundTripLoss } from "../../wires/round-trip.js";
import type { FieldEdit } from "./field-edits.js";

/** Applies edits of fields to the JSON text of a request. Everything else keeps its text. */
export function editFieldsInText(text: string, listKey: string, edits: readonly FieldEdit[]): string {
  const list = lastMember(childrenOf(text, skipSpace(text, 0)), listKey);
  if (list === undefined) return text;
  const inside = new Map<number, Child[]>();
  const childrenAt = (start: number): Child[] => {
    return getOrInsert(inside, start, () => childrenOf(text, start));
  };
  const splices = edits.flatMap((edit): Splice[] => {
    const holder = [edit.message, ...edit.path].reduce<Child | undefined>((at, step) => {
      const children = at === undefined ? [] : childrenAt(at.start);
      return typeof step === "number" ? children[step] : lastMember(children, step);
    }, list);
    return holder === undefined ? [] : [spliceOf(text, holder, childrenAt(holder.start), edit)];
  });
  return applySplices(text, splices);
}

function spliceOf(text: string, object: Child, members: readonly Child[], edit: FieldEdit): Splice {
  const { key, value } = edit;
  const at = members.findLastIndex((member) => member.key === key);
  const member = members[at];
  const given = jsonOf(edit, member && text.slice(member.start, member.end));
  if (member === undefined) {
    const last = members.at(-1);
    const place = last?.end ?? object.start + 1;
    return { start: place, end: place, text: `${last === undefined ? "" : ","}${JSON.stringify(key)}:${given}` };
  }
  if (value !== undefined) return { start: member.start, end: member.end, text: given };
  const before = members[at - 1];
  if (before !== undefined) return { start: before.end, end: member.end, text: "" };
  const isOnly = members.length === 1;
  const end = isOnly ? member.end : text.indexOf(",", member.end) + 1;
  return { start: object.start + 1, end, text: "" };
}

/** The JSON of the new value. A number that JavaScript cannot write as it was keeps its spelling. */
function jsonOf({ value, json, isOwnJson = false }: FieldEdit, was: string | undefined): string {
  if (json !== undefined) return json;
  const keeps = isOwnJson && was !== undefined && findRoundTripLoss(was) !== undefined;
  return JSON.stringify(keeps ? was : value);
}
