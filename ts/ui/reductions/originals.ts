// What a pointer stands for.
import { hasHash } from "../../text/content-hash.js";
import { isRecord } from "../../text/json-value.js";
import type { OriginalAnswer } from "../api.js";
import { ApiError } from "../server/answers.js";
import type { Pointer, ReductionRecord } from "./record.js";

/** The text that a pointer replaced, from where its original is. @throws ApiError */
export function originalOf(record: ReductionRecord, id: string): OriginalAnswer {
  const pointer = record.pointers.find((one) => one.id === id);
  if (pointer === undefined) throw new ApiError("not_found", "there is no such pointer in this reduction");
  const source = sourceText(record, pointer);
  if (source === undefined) throw new ApiError("not_found", "its original is no longer in the request");
  const { lines, originalIndex, path, hash } = pointer;
  const text = lines === undefined ? source : linesFrom(source, lines.from, lines.count);
  return {
    ...{ text, messageIndex: originalIndex, isVerified: hasHash(text, hash) || hasHash(`${text}\n`, hash) },
    ...(path === undefined ? {} : { path }),
  };
}

function sourceText({ after }: ReductionRecord, { source }: Pointer): string | undefined {
  if (typeof source === "number") {
    const results = after.blocks.filter(({ kind }) => kind === "result");
    return results[source]?.text;
  }
  const keys = source.split("/").slice(1);
  const value = keys
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (at, key) => (Array.isArray(at) || isRecord(at) ? Reflect.get(at, key) : undefined),
      after.messages,
    );
  return typeof value === "string" ? value : undefined;
}

function linesFrom(text: string, from: number, count: number): string {
  return text
    .split("\n")
    .slice(from, from + count)
    .join("\n");
}
