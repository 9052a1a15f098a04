import { isRecord, type JsonRecord, visitStrings } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ResultContent } from "../../../wires/transcript.js";

/** Where each text of a result is, in the order of its texts. `at` leads from the message to the content. */
export function textPaths(message: JsonRecord, at: Path, content: ResultContent): Path[] {
  switch (content.kind) {
    case "text":
      return [at];
    case "parts":
      return content.texts.map((_, index) => [...at, index, "text"]);
    case "fields":
      return content.paths.map((path) => [...at, ...path]);
    case "object": {
      const paths: Path[] = [];
      visitStrings(valueAt(message, at), (_, path) => paths.push([...at, ...path]));
      return paths;
    }
    default:
      return [];
  }
}

function valueAt(message: JsonRecord, path: Path): unknown {
  let value: unknown = message;
  for (const key of path) {
    if (!isRecord(value) && !Array.isArray(value)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
