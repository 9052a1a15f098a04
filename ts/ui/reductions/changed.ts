// What a request that passed has lost, for a command on this machine.
import type { Wire } from "../../contract/report.js";
import type { Outgoing } from "../../gateway/edge.js";
import type { RequestBodies } from "../../gateway/index.js";
import type { ChangedRequest, DiffMessage } from "../api.js";
import { diffMessages } from "../diff/messages.js";
import { ApiError, sendFailure, sendJson } from "../server/answers.js";
import { openBodies } from "./live.js";

/** Answers with the blocks of a request that were changed, and their whole texts. @param bodies undefined: none is kept */
export function sendChanged(out: Outgoing, bodies: RequestBodies | undefined, wire?: Wire): void {
  try {
    sendJson(out, 200, changedIn(bodies, wire));
  } catch (error) {
    sendFailure(out, error);
  }
}

function changedIn(bodies: RequestBodies | undefined, wire: Wire | undefined): ChangedRequest {
  const opened = bodies && openBodies(bodies, wire);
  if (opened === undefined) {
    throw new ApiError("not_found", bodies ? "the last request cannot be read" : "no request is kept yet");
  }
  const known = { hints: new Map(), pointers: new Map() };
  const messages = diffMessages(opened.before, opened.after, known, Number.POSITIVE_INFINITY);
  return { bytes: opened.bytes, messages: messages.map(onlyChanged).filter(({ blocks }) => blocks.length > 0) };
}

const onlyChanged = (message: DiffMessage): DiffMessage => ({
  ...message,
  blocks: message.blocks.filter(({ change }) => change !== "kept"),
});
