import type { Edit } from "../report.js";
import type { ResultPlan } from "./transcript.js";
import { isRecord, type JsonRecord } from "./value.js";

/** A request with the planned edits, sharing everything that no edit touches with the original, which stays as it is. */
export function applyEdits(
  request: JsonRecord,
  messages: readonly unknown[],
  edits: readonly ResultPlan[],
): JsonRecord {
  const next = [...messages];
  for (const { result, replacement } of edits) {
    const message = messages[result.messageIndex];
    if (replacement === undefined || !isRecord(message)) continue;
    next[result.messageIndex] = { ...message, content: editContent(message.content, result.content, replacement) };
  }
  return { ...request, messages: next };
}

function editContent(content: unknown, read: ResultPlan["result"]["content"], replacement: string): unknown {
  if (read.kind !== "parts" || !Array.isArray(content)) return replacement;
  const part: unknown = content[read.keptPart];
  return [{ ...(isRecord(part) ? part : {}), text: replacement }];
}

/** The same edits as data, in document order. */
export function describeEdits(edits: readonly ResultPlan[]): Edit[] {
  return edits.flatMap(describeEdit);
}

function describeEdit({ result, action, reason, replacement }: ResultPlan): Edit[] {
  if (action === "keep" || replacement === undefined) return [];
  const content = `/messages/${result.messageIndex}/content`;
  const text = JSON.stringify(replacement);
  const { content: read } = result;
  if (read.kind !== "parts") return [{ path: content, replacement: text, action, reason }];
  return read.texts.map((_, index) =>
    index === read.keptPart
      ? { path: `${content}/${index}/text`, replacement: text, action, reason }
      : { path: `${content}/${index}`, replacement: "", action, reason },
  );
}
