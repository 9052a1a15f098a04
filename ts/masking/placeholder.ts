import { parseTemplate, type TemplateField, type TemplatePart } from "../policy/template.js";
import { headOf } from "../text/clip.js";
import { charsOf, type ErrorMarker, type ResultContent, textsOf } from "../wires/transcript.js";

/** A longer placeholder is neither written nor recognised. */
export const MAX_PLACEHOLDER_CHARS = 1_000;

/**
 * Above this length, `maxObservationChars` adds the head of the result; up to it, the observation placeholder is
 * clipped.
 */
const CLIPPED_UP_TO_CHARS = 80;

const MAX_TOOL_NAME_CHARS = 128;
const ELLIPSIS = "...";

/** One form of placeholder: its template and the word for a tool without a name. */
export interface PlaceholderForm {
  /** Without `tail`. */
  readonly parts: readonly TemplatePart[];
  /** The closing bracket that the template ends with, before which a digest goes; empty if it ends otherwise. */
  readonly tail: string;
  readonly unknownTool: string;
}

/** The form of a template. */
export function formOf(template: string, unknownTool = "unknown"): PlaceholderForm {
  const parts = [...parseTemplate(template).parts];
  const last = parts.at(-1);
  const tail = last?.kind === "literal" ? (/[\])}>⟩]$/.exec(last.text)?.[0] ?? "") : "";
  if (last?.kind !== "literal" || tail === "") return { parts, tail, unknownTool };
  const rest = last.text.slice(0, -tail.length);
  return { parts: [...parts.slice(0, -1), { kind: "literal", text: rest }], tail, unknownTool };
}

/** Every built-in form. */
export const FORMS = {
  observation: formOf("[observation masked — {original_chars} chars]"),
  dispatch: formOf("[dispatch output masked — {original_chars} chars]"),
  en: formOf(
    "[Observation masked: old tool result (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]",
  ),
  fr: formOf(
    "[Observation masquée: résultat d’outil ancien (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]",
    "inconnu",
  ),
  enError: formOf(
    "[Observation masked: old tool error, do not retry without new input (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]",
  ),
  frError: formOf(
    "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]",
    "inconnu",
  ),
} as const;

/** A policy's settings of placeholders. */
export interface PlaceholderStyle {
  family: "conversation" | "observation";
  locale: "en" | "fr";
  template?: string | undefined;
}

/** The facts about one result that a placeholder states. */
export interface PlaceholderSubject {
  callId: string;
  toolName: string | undefined;
  messageIndex: number;
  content: ResultContent;
}

/** The form that a style uses for a result. Errors marked by the wire have a form of their own. */
export function chooseForm(style: PlaceholderStyle, marker: ErrorMarker): PlaceholderForm {
  if (style.template !== undefined) return formOf(style.template, FORMS[style.locale].unknownTool);
  if (style.family === "observation") return FORMS.observation;
  if (marker !== "yes") return FORMS[style.locale];
  return style.locale === "fr" ? FORMS.frError : FORMS.enError;
}

/** Renders a form. Inserted values are never read as templates again. */
export function renderPlaceholder(placeholder: PlaceholderForm, subject: PlaceholderSubject): string {
  let text = "";
  for (const part of placeholder.parts) {
    text += part.kind === "literal" ? part.text : fieldText(part.field, placeholder, subject);
  }
  return text + placeholder.tail;
}

function fieldText(field: TemplateField, placeholder: PlaceholderForm, subject: PlaceholderSubject): string {
  switch (field) {
    case "tool_call_id":
      return subject.callId;
    case "tool_name":
      return renderToolName(subject.toolName, placeholder.unknownTool);
    case "original_chars":
      return String(charsOf(subject.content));
    case "original_lines":
      return String(linesOf(subject.content));
    case "original_tokens":
      return String(Math.ceil(charsOf(subject.content) / 4));
    case "message_index":
      return String(subject.messageIndex);
  }
}

/** A tool name on one line and of limited length, because it comes from a model. */
export function renderToolName(name: string | undefined, unknown: string): string {
  if (name === undefined) return unknown;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const shown = headOf(name.replace(/[\u0000-\u001f\u007f-\u009f]/g, ""), MAX_TOOL_NAME_CHARS);
  return shown === "" ? unknown : shown;
}

function linesOf(content: ResultContent): number {
  let lines = 0;
  for (const text of textsOf(content)) {
    lines++;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  }
  return lines;
}

/** Clips a placeholder or adds the head of the result to it, by `maxObservationChars`. */
export function limitObservation(
  placeholder: string,
  content: ResultContent,
  observation: boolean,
  maxChars: number | null,
): string {
  if (maxChars === null) return placeholder;
  if (observation && maxChars <= CLIPPED_UP_TO_CHARS) return placeholder.slice(0, maxChars);
  if (maxChars < placeholder.length + 5) return placeholder;
  const room = maxChars - placeholder.length - 1 - ELLIPSIS.length;
  return `${placeholder}\n${headOfTexts(textsOf(content), room)}${ELLIPSIS}`;
}

/** The first `chars` chars of several texts. Does not split a surrogate pair within a text. */
function headOfTexts(texts: readonly string[], chars: number): string {
  let head = "";
  for (const text of texts) {
    const shown = headOf(text, chars - head.length);
    head += shown;
    if (shown.length < text.length) break;
  }
  return head;
}

/** True where {@link limitObservation} would clip the placeholder itself. */
export function clipsPlaceholder(observation: boolean, maxChars: number | null): maxChars is number {
  return observation && maxChars !== null && maxChars <= CLIPPED_UP_TO_CHARS;
}

/** The line that replaces all text around dispatch blocks, cut at `maxChars`. */
export function dispatchLine(maskedChars: number | string, maxChars: number): string {
  return `[dispatch output masked — ${maskedChars} chars]`.slice(0, maxChars);
}

/** True for a line of {@link dispatchLine}. */
export function isDispatchLine(line: string, maxChars: number): boolean {
  return isPlaceholderLine(line, (digits) => dispatchLine(digits, Infinity), maxChars);
}

/** Longest line to examine: the longer form with the longest number. */
const MAX_LINE_CHARS = 60;

/**
 * True for a line around one number, whole or cut at `maxChars`. A line that was cut before or within its number
 * matches every number that begins so.
 */
export function isPlaceholderLine(line: string, render: (digits: string) => string, maxChars: number): boolean {
  if (line === "" || line.length > MAX_LINE_CHARS) return false;
  const whole = render(/[0-9]+/.exec(line)?.[0] ?? "0");
  return line === whole || (line.length === maxChars && whole.startsWith(line));
}
