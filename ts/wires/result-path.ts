import type { JsonRecord } from "../text/json-value.js";
import type { Path, WireDefinition } from "./define-wire.js";

/** The path from a request to the content of one of its results. Both indexes are 0-based. */
export function resultPath(
  { listKey, isSnakeCase, contentPath }: WireDefinition,
  request: JsonRecord,
  { messageIndex, blockIndex }: { messageIndex: number; blockIndex: number },
): Path {
  const list = request[listKey];
  const message: unknown = Array.isArray(list) ? list[messageIndex] : undefined;
  return [listKey, messageIndex, ...contentPath(blockIndex, isSnakeCase(message, blockIndex))];
}
