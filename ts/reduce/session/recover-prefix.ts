import { inSlices } from "../../base/steps.js";
import { memberAt } from "../../text/json-bytes.js";
import { DROP_HEADERS } from "../../wires/anthropic.js";
import { askToDropThinkingInSlices, type Sent } from "../drop-thinking.js";
import { reduceOfSession } from "../reduce.js";
import { CHECKING_MODEL, leavingPolicy } from "./leave.js";

const BINDING_ERROR = /bound to a different conversation/;

/** Whether an answer says that thinking was made after other messages than those that it came with. */
export const isBindingError = (status: number, text: string): boolean => status === 400 && BINDING_ERROR.test(text);

/**
 * The request with all thinking before the user's newest words removed, and asking that the provider drops what
 * does not fit, instead of refusing the request. For one retry: the model then thinks again. A `block_binding` of the
 * client's stays.
 *
 * Source: Anthropic, "Fix: bound to a different conversation", 2026-11.
 */
export async function recoverPrefix(body: Uint8Array): Promise<Sent> {
  return askToDropThinkingInSlices({ body: await withoutOldThinking(body), replaced: true, headers: DROP_HEADERS });
}

const EDITING = "context_management";

/** A request in which the client has results cleared is not read: it is read without that, which is put back. */
async function withoutOldThinking(body: Uint8Array): Promise<Uint8Array> {
  const editing = await inSlices(memberAt(body, EDITING, "object"));
  if (editing === undefined) return leave(body);
  const { start, end } = editing;
  const blank = Buffer.from(body);
  blank.fill(" ", start + 1, end - 1);
  const left = await leave(blank);
  const place = await inSlices(memberAt(left, EDITING, "object"));
  if (place === undefined) return body;
  return Buffer.concat([left.subarray(0, place.start), body.subarray(start, end), left.subarray(place.end)]);
}

/** The error has told that the model checks, whatever its name is. */
async function leave(body: Uint8Array): Promise<Uint8Array> {
  return (await reduceOfSession(body, leavingPolicy(), { wire: "anthropic", model: CHECKING_MODEL })).body;
}
