import { parseTemplate, type TemplateField } from "../policy/template.js";
import { headOf } from "../text/clip.js";

/** Above this length `maxObservationChars` adds the head of the result; up to it, the placeholder is cut. */
const CUT_UP_TO_CHARS = 80;
/** Longest line to examine: the longer form with the longest number. */
const MAX_LINE_CHARS = 60;
const MAX_TOOL_NAME_CHARS = 128;
const ELLIPSIS = "...";

/** What a placeholder says about the text that it replaces. */
export interface PlaceholderSubject {
  callId: string;
  toolName: string | undefined;
  messageIndex: number;
  text: string;
}

/** Renders placeholders of one template. Inserted values are never read as templates again. */
export function placeholderOf(template: string, unknownTool = "unknown"): (subject: PlaceholderSubject) => string {
  const { parts } = parseTemplate(template);
  return (subject) =>
    parts.map((part) => (part.kind === "literal" ? part.text : fieldText(part.field, subject, unknownTool))).join("");
}

function fieldText(field: TemplateField, subject: PlaceholderSubject, unknownTool: string): string {
  const { callId, toolName, messageIndex, text } = subject;
  switch (field) {
    case "tool_call_id":
      return callId;
    case "tool_name":
      return toolName === undefined ? unknownTool : oneLineName(toolName) || unknownTool;
    case "original_chars":
      return String(text.length);
    case "original_lines":
      return String(text.split("\n").length);
    case "original_tokens":
      return String(Math.ceil(text.length / 4));
    case "message_index":
      return String(messageIndex);
  }
}

/** A tool's name comes from a model: on one line, and not too long. */
const oneLineName = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  headOf(name.replace(/[\u0000-\u001f\u007f-\u009f]/g, ""), MAX_TOOL_NAME_CHARS);

/** The placeholder of a masked result, with the head of the result if `maxChars` leaves room for it. */
export function observationText(content: string, maxChars: number): string {
  const line = observationLine(content.length);
  if (maxChars <= CUT_UP_TO_CHARS) return line.slice(0, maxChars);
  const room = maxChars - line.length - 1 - ELLIPSIS.length;
  return room < 1 ? line : `${line}\n${headOf(content, room)}${ELLIPSIS}`;
}

const observationLine = (chars: number | string) => `[observation masked — ${chars} chars]`;

/** The line that replaces all text around dispatch blocks, cut at `maxChars`. */
export const dispatchLine = (maskedChars: number, maxChars: number): string =>
  wholeDispatchLine(maskedChars).slice(0, maxChars);

const wholeDispatchLine = (chars: number | string) => `[dispatch output masked — ${chars} chars]`;

/**
 * True for any earlier result of {@link observationText}, so that masking twice changes nothing. It may be the whole
 * placeholder, the placeholder cut at `maxChars`, or the first line of a text of at most `maxChars`.
 */
export function isObservationText(content: string, maxChars: number): boolean {
  // Most contents are no placeholder and need no search for a line end.
  if (!content.startsWith("[")) return false;
  const end = content.indexOf("\n");
  if (end >= 0 && (maxChars <= CUT_UP_TO_CHARS || content.length > maxChars)) return false;
  return isPlaceholderLine(end < 0 ? content : content.slice(0, end), observationLine, maxChars);
}

/** True for a line of {@link dispatchLine}. */
export const isDispatchLine = (line: string, maxChars: number): boolean =>
  isPlaceholderLine(line, wholeDispatchLine, maxChars);

/**
 * True for a line around one number, whole or cut at `maxChars`. A line that was cut before or within its number
 * matches every number that begins so.
 */
function isPlaceholderLine(line: string, render: (digits: string) => string, maxChars: number): boolean {
  if (line === "" || line.length > MAX_LINE_CHARS) return false;
  const whole = render(/[0-9]+/.exec(line)?.[0] ?? "0");
  return line === whole || (line.length === maxChars && whole.startsWith(line));
}
