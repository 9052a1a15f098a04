import { readLogFile, type Trace, type UnreadableTrace } from "../../../simulate/index.js";
import { readRequestFile } from "../../shared/request-file.js";

/**
 * The conversations of a file: one of a request, any number of a log. What cannot be read is among them, with the reason.
 *
 * @param seenAnswers Answers that files read before have billed; those of this file are added.
 */
export async function* readTraceFile(file: string, seenAnswers: Set<string>): AsyncGenerator<Trace | UnreadableTrace> {
  const request = file.endsWith(".json") ? readRequestFile(file) : undefined;
  if (request !== undefined) {
    yield request;
    return;
  }
  for await (const entry of readLogFile(file, seenAnswers)) {
    if ("trace" in entry) yield entry.trace;
    else yield { name: file, error: entry.reason, ...(entry.line === undefined ? {} : { line: entry.line }) };
  }
}
