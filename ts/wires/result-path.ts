import { type JsonRecord, valueAt, visitStrings } from "../text/json-value.js";
import type { Path, WireDefinition } from "./define-wire.js";
import type { ResultContent } from "./transcript.js";

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

/** Where each text of a result is. `at` leads from `whole` to its content. */
export function textPaths(whole: unknown, at: Path, content: ResultContent): Path[] {
  switch (content.kind) {
    case "text":
      return [at];
    case "parts":
      return content.texts.map((_, index) => [...at, index, "text"]);
    case "fields":
      return content.paths.map((path) => [...at, ...path]);
    case "object":
    case "response": {
      const paths: Path[] = [];
      visitStrings(valueAt(whole, at), (_, path) => paths.push([...at, ...path]));
      return paths;
    }
    default:
      return [];
  }
}
