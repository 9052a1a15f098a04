import type { RuleId } from "../contract/rule-texts.js";
import type { Place, ViolationRow } from "../contract/violations.js";
import { fits, formOf } from "./forms.js";

/** Collects the violations that one wire's rules find. */
export class Rows {
  readonly rows: ViolationRow[] = [];

  /** Reports a violation of the whole request. */
  request(rule: RuleId, detail?: string | number): void {
    this.#push(rule, "request", -1, -1, -1, detail);
  }

  message(rule: RuleId, message: number, detail?: string | number): void {
    this.#push(rule, "message", message, -1, -1, detail);
  }

  /** Reports a violation at element `index` of the list that `place` names. */
  at(rule: RuleId, place: Place, message: number, index: number, detail?: string | number, nested = -1): void {
    this.#push(rule, place, message, index, nested, detail);
  }

  /** Reports `text` if it has not the form that the rule asks of this kind of values. */
  form(rule: RuleId, kind: string, text: string, place: Place, message: number, index = -1): void {
    const form = formOf(rule, kind);
    if (form !== undefined && !fits(form, text)) this.at(rule, place, message, index, text);
  }

  #push(
    rule: RuleId,
    place: Place,
    message: number,
    index: number,
    nested: number,
    detail: string | number | undefined,
  ): void {
    this.rows.push({ rule, place, message, index, nested, detail });
  }
}

/** A non-empty string, or undefined. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether a value is neither undefined nor null. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
