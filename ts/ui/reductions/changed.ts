// What a request that passed has lost, for a command on this machine.
import type { Wire } from "../../contract/report.js";
import type { Outgoing } from "../../gateway/edge.js";
import type { RequestBodies } from "../../gateway/index.js";
import type { ChangedRequest, DiffMessage } from "../api.js";
import { diffMessages } from "../diff/messages.js";
import { ApiError, sendFailure, sendJson } from "../server/answers.js";
import { openBodies } from "./live.js";

/** Answers with the blocks of a request that were changed, and their whole texts. */
export function sendChanged(out: Outgoing, number: number, bodies: RequestBodies, wire: Wire): void {
  try {
    sendJson(out, 200, changedIn(number, bodies, wire));
  } catch (error) {
    sendFailure(out, error);
  }
}

/** Answers that there is no such request. @param why in one sentence */
export const sendMissing = (out: Outgoing, why: string): void => sendFailure(out, new ApiError("not_found", why));

function changedIn(number: number, bodies: RequestBodies, wire: Wire): ChangedRequest {
  const opened = openBodies(bodies, wire);
  if (opened === undefined) throw new ApiError("not_found", `request ${number} cannot be read`);
  const known = { hints: new Map(), pointers: new Map() };
  const messages = diffMessages(opened.before, opened.after, known, Number.POSITIVE_INFINITY);
  const changed = messages.map(onlyChanged).filter(({ blocks }) => blocks.length > 0);
  return { number, bytes: opened.bytes, messages: changed };
}

const onlyChanged = (message: DiffMessage): DiffMessage => ({
  ...message,
  blocks: message.blocks.filter(({ change }) => change !== "kept"),
});
