import { expect } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Reduction } from "../../ts/contract/report.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";

/** Masks all but the newest turn, whatever its length or content. */
export const EAGER = resolvePolicy(
  everyTurn({
    mask: { windowTurns: 1, minChars: 0, keepErrors: false, placeholder: { family: "observation" } },
  }),
);

/** JSON of a call and its result; both texts are put in as they are, between quotes. */
export function turnJson(id: string, contentJson: string, more = "", name = "f"): string {
  const call = `{"id":"${id}","type":"function","function":{"name":"${name}","arguments":"{}"}${more}}`;
  return (
    `{"role":"assistant","content":null,"tool_calls":[${call}]}` +
    `,{"role":"tool","tool_call_id":"${id}","content":"${contentJson}"${more}}`
  );
}

export const bodyOf = (messagesJson: readonly string[], more = ""): Buffer =>
  Buffer.from(`{"messages":[${messagesJson.join(",")}]${more}}`);

export const reduce = (backend: Backend, body: Uint8Array): Reduction<Uint8Array> =>
  backend.reduceBody(body, EAGER, { tokens: true });

/** Asserts that a body was read and came through whole. */
export function expectUntouched({ changed, report }: Reduction<Uint8Array>): void {
  expect(changed).toBe(false);
  expect(report.skipped).toBeUndefined();
}

/** Replaces `text` after its first occurrence; the rest of the body is unchanged. */
export function replaced(body: Uint8Array, text: string, by: string): string {
  const all = Buffer.from(body).toString();
  const at = all.indexOf(text);
  return all.slice(0, at) + by + all.slice(at + text.length);
}
