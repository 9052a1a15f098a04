import type { Wire } from "../contract/wires.js";
import type { JsonRecord } from "../text/json-value.js";
import type { Path } from "./definition.js";
import { wireOfName } from "./index.js";

/** From a request to the content of the result in a block of a message; both indexes 0-based. */
export function contentPathIn(wire: Wire, request: JsonRecord, messageIndex: number, blockIndex: number): Path {
  const { listKey, isSnakeCase, contentPath } = wireOfName(wire);
  const list = request[listKey];
  const message: unknown = Array.isArray(list) ? list[messageIndex] : undefined;
  return [listKey, messageIndex, ...contentPath(blockIndex, isSnakeCase(message, blockIndex))];
}
