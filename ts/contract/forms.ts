// The forms of ids and names that providers accept, and whose they are: one wire serves many vendors.

import { isRecord } from "../text/json-value.js";
import { type Form, MODEL_VENDORS, RULE_FORMS, type RuleId } from "./rule-texts.js";

const CHARS: Record<Form["chars"], RegExp> = {
  any: /^/,
  alphanumeric: /^[A-Za-z0-9]*$/,
  underscored: /^[A-Za-z0-9_]*$/,
  word: /^[A-Za-z0-9_-]*$/,
  dotted: /^[A-Za-z0-9_.:-]*$/,
  "json-object": /^/,
};

/** The form that a rule asks of values of a kind; undefined if any value will do. */
export function formOf(rule: RuleId, kind: string): Form | undefined {
  const forms = RULE_FORMS[rule];
  return forms !== undefined && Object.hasOwn(forms, kind) ? forms[kind] : undefined;
}

/** Whether a text has a form. Linear. */
export function fits({ prefix, chars, length: [least, most] }: Form, text: string): boolean {
  if (!text.startsWith(prefix) || !CHARS[chars].test(text)) return false;
  if (chars === "json-object" && !isJsonObject(text)) return false;
  if (least === 0 && most === 0) return true;
  const count = [...text].length;
  return count >= least && (most === 0 || count <= most);
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The vendor of a model; empty if the name tells none. A request of a wire of OpenAI without a model is OpenAI's. */
export function vendorOf(model: string | undefined): string {
  if (model === undefined) return "openai";
  const name = model.slice(model.lastIndexOf("/") + 1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return MODEL_VENDORS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? "";
}

/** The vendor that a model of the Anthropic wire belongs to: Anthropic, unless the name tells another. */
export function anthropicVendorOf(model: string | undefined): string {
  return (model === undefined ? "" : vendorOf(model)) || "anthropic";
}
