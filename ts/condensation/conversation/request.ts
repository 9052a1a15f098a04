import type { Wire } from "../../contract/report.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { Conversation } from "./open.js";

/** A conversation as the request that would send it, and the wire that the request is of. */
export function requestOf({ context, wire, reader, messages }: Conversation): { request: JsonRecord; wire: Wire } {
  const { system, tools, model } = context;
  const { wire: sentAs = wire.key, message: send } = reader.sentAs ?? {};
  const list = send === undefined ? messages : messages.map(send);
  const request = {
    ...(model === undefined ? {} : { model }),
    ...(tools === undefined ? {} : { tools }),
    [wire.listKey]: list,
  };
  return { request: system === undefined ? request : reader.withSystem(request, system), wire: sentAs };
}
