// Most bytes of a Claude Code log are copies that no reader needs: `toolUseResult` beside the result that was sent, and `data` of
// lines about progress. They are cut out before the line is parsed, as what follows shows:
//
//   {"parentUuid":"a","type":"user","message":{…},"uuid":"b","timestamp":"…" ,"toolUseResult":{…} ,"cwd":"/srv"}
//                                                                             ▲ cut from here   ▲ to here

import { type JsonRecord, parseRecord } from "../../text/json-value.js";

/**
 * Within a string every quote has a backslash in front of it, so that these bytes are always a member's name. A value that is a
 * text is left: it is short.
 */
const RESULT = Buffer.from(',"toolUseResult":');
const PROGRESS = Buffer.from(',"type":"progress","data":');
const PROGRESS_TYPE_BYTES = ',"type":"progress"'.length;
const [OPEN_OBJECT, OPEN_LIST, END_OBJECT, END_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Members that every line has whose copy is cut out; of those of a message, and of any line. */
const MESSAGE_MEMBERS = [
  "type",
  "message",
  "uuid",
  "parentUuid",
  "isSidechain",
  "timestamp",
  "cwd",
  "sessionId",
] as const;
const PROGRESS_MEMBERS = ["type", "uuid", "parentUuid", "isSidechain", "cwd", "sessionId"] as const;

/**
 * A line as an object without its copy; undefined where it has none, or where it is not sure that nothing else would be cut
 * out: then the line is read as a whole. Linear, and several times as fast as parsing the copy.
 *
 * @param line A whole line. That the copy itself is JSON is not checked.
 */
export function parseWithoutCopy(line: Buffer): JsonRecord | undefined {
  const result = line.indexOf(RESULT);
  if (result >= 0) return parseCut(line, result, result + RESULT.length, MESSAGE_MEMBERS);
  const progress = line.indexOf(PROGRESS);
  if (progress < 0) return undefined;
  return parseCut(line, progress + PROGRESS_TYPE_BYTES, progress + PROGRESS.length, PROGRESS_MEMBERS);
}

/** Cuts from the name of a member, whose value begins at `value`, to the last end of an object or a list within the line. */
function parseCut(line: Buffer, name: number, value: number, members: readonly string[]): JsonRecord | undefined {
  const first = line[value];
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return undefined;
  const last = line.lastIndexOf(END_OBJECT);
  // Behind the value are members without objects; else more is cut, and what is missing shows.
  const end = Math.max(line.lastIndexOf(END_OBJECT, last - 1), line.lastIndexOf(END_LIST, last - 1));
  if (end < value) return undefined;
  const parsed = parseRecord(line.toString("utf8", 0, name) + line.toString("utf8", end + 1));
  return parsed !== undefined && members.every((member) => member in parsed) ? parsed : undefined;
}
