// The deterministic summary: no model, no clock, the same text for the same messages. It picks four kinds of lines:
//
//   Objective: <first message of the user>
//   Earlier summary: <a summary among the messages that is no extract>
//   Constraints:
//   - <what the user demands or forbids, and messages tagged `constraint`>
//   Open tasks:
//   - <lines that a checklist or a to-do mark shows as open, and messages tagged `unresolved`>
//   Tool outcomes:
//   - <dispatch blocks and results that are not masked>
//
// The lines that must not be lost come first, because the end is cut. An extract among the messages is read back into
// its lines, so that a summary of a summary is as short as the first.
import { clipText } from "../text/clip-text.js";
import type { ChatMessage } from "./chat-message.js";
import { constraintsIn, openTasksIn, outcomeOf, toOneLine } from "./extract-lines.js";
import { readSummaryMessage } from "./summary-message.js";

/** The titles of an extract's sections, in order. */
const SECTION_TITLES = {
  objective: "Objective",
  earlier: "Earlier summary",
  constraints: "Constraints",
  tasks: "Open tasks",
  outcomes: "Tool outcomes",
} as const;

/** The lines of an extract by section. */
interface SectionLines {
  objective?: string | undefined;
  /** An earlier summary that is no extract, for example a model's. */
  earlier?: string | undefined;
  constraints: string[];
  tasks: string[];
  outcomes: string[];
}

/** Reads an extract back. Any other text counts as an earlier summary. */
function readSections(text: string): SectionLines {
  const found: SectionLines = { constraints: [], tasks: [], outcomes: [] };
  const objective = `${SECTION_TITLES.objective}: `;
  const earlier = `${SECTION_TITLES.earlier}: `;
  if (!text.startsWith(objective)) return { ...found, earlier: text };
  let open: string[] | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("- ")) open?.push(line.slice(2));
    else if (line.startsWith(objective)) found.objective ??= line.slice(objective.length);
    else if (line.startsWith(earlier)) found.earlier ??= line.slice(earlier.length);
    else open = listUnder(line, found);
  }
  if (found.objective === NO_OBJECTIVE) found.objective = undefined;
  return found;
}

/** The objective's text if the user stated none. */
const NO_OBJECTIVE = "not stated";

function listUnder(line: string, found: SectionLines): string[] | undefined {
  if (line.startsWith(SECTION_TITLES.constraints)) return found.constraints;
  if (line.startsWith(SECTION_TITLES.tasks)) return found.tasks;
  return line.startsWith(SECTION_TITLES.outcomes) ? found.outcomes : undefined;
}

const MAX_OBJECTIVE_CHARS = 300;
const MAX_EARLIER_CHARS = 600;
const MAX_LINE_CHARS = 160;

/** Most lines of each kind. The first constraints are kept, and the newest tasks and outcomes. */
const MAX_LINES = { constraints: 8, tasks: 6, outcomes: 6 };

/**
 * Builds the deterministic extract of messages: objective, constraints, open tasks, tool outcomes. Linear.
 *
 * @param maxChars Longest text, in chars. A longer one is cut with `...`.
 */
export function buildSummary(messages: readonly ChatMessage[], maxChars: number): string {
  const found: SectionLines = { constraints: [], tasks: [], outcomes: [] };
  for (const message of messages) collect(message, found);
  const constraints = distinct(found.constraints).slice(0, MAX_LINES.constraints);
  const tasks = distinct(found.tasks).slice(-MAX_LINES.tasks);
  const outcomes = distinct(found.outcomes).slice(-MAX_LINES.outcomes);
  const lines = [
    `${SECTION_TITLES.objective}: ${clipText(found.objective ?? NO_OBJECTIVE, MAX_OBJECTIVE_CHARS)}`,
    ...(found.earlier === undefined ? [] : [`${SECTION_TITLES.earlier}: ${found.earlier}`]),
    ...section(SECTION_TITLES.constraints, constraints),
    ...section(SECTION_TITLES.tasks, tasks),
    ...section(SECTION_TITLES.outcomes, outcomes),
  ];
  return clipText(lines.join("\n"), maxChars);
}

function collect(message: ChatMessage, found: SectionLines): void {
  const earlier = readSummaryMessage(message);
  if (earlier === undefined) collectLines(message, found);
  else collectEarlier(readSections(earlier.text), found);
}

function collectLines(message: ChatMessage, found: SectionLines): void {
  const { role, content, tags } = message;
  if (role === "user") found.objective ??= toOneLine(content, MAX_OBJECTIVE_CHARS) || undefined;
  if (tags?.includes("constraint")) found.constraints.push(toOneLine(content, MAX_LINE_CHARS));
  else if (role === "user") found.constraints.push(...constraintsIn(content, MAX_LINES.constraints));
  if (tags?.includes("unresolved")) found.tasks.push(toOneLine(content, MAX_LINE_CHARS));
  else if (role === "user" || role === "assistant") found.tasks.push(...openTasksIn(content, MAX_LINES.tasks));
  const outcome = outcomeOf(message);
  if (outcome !== undefined) found.outcomes.push(toOneLine(outcome, MAX_LINE_CHARS));
}

function collectEarlier(earlier: SectionLines, found: SectionLines): void {
  found.objective ??= earlier.objective;
  if (earlier.earlier !== undefined) found.earlier = toOneLine(earlier.earlier, MAX_EARLIER_CHARS);
  found.constraints.push(...earlier.constraints);
  found.tasks.push(...earlier.tasks);
  found.outcomes.push(...earlier.outcomes);
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => clipText(line, MAX_LINE_CHARS)).filter((line) => line !== ""))];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `- ${line}`)];
}
