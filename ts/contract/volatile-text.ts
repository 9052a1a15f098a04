// Text that clients put around a conversation's own words and change from request to request: billing lines, dates,
// environments, git states. It says nothing about which conversation a request belongs to. Each rule has its source,
// checked in November 2026.

/**
 * Blocks between `<tag>` and `</tag>`. Sources: Claude Code (`system-reminder`, `env`, `git_status`), Codex
 * (`environment_context`), Cline and Roo Code (`environment_details`), Cursor (`user_info`, `open_and_recently_viewed_files`,
 * `timestamp`), OpenCode (`env`), GitHub Copilot (`environment_info`, `workspace_info`, `editorContext`).
 */
const BLOCKS: readonly string[] = [
  ..."system-reminder env environment_context environment_details environment_info workspace_info".split(" "),
  ..."git_status gitStatus git-status user_info open_and_recently_viewed_files editorContext".split(" "),
  ..."timestamp date time current_date current_time currentDate today session_info session_context".split(" "),
];

/** Claude Code's first system block. */
const BILLING_LINES: readonly RegExp[] = [/^\s*x-anthropic-[\w-]*:/i, /^\s*(?:cch|cc_version|cc_entrypoint)=/i];

/** Whole lines, in any text. */
const LINES: readonly RegExp[] = [
  ...BILLING_LINES,
  // Dates without a number: "Today is Monday."
  /^[\s*#>-]*(?:today is\b|today['’]s date\b|(?:the )?current (?:date|time|datetime|working directory)\b|local time\b)/i,
  // `git status`, long and short, and what Claude Code writes around it.
  /^\s*(?:On branch|Your branch is|HEAD detached|Current branch:|Main branch\b|Git user:|Is directory a git repo|Status:|Recent commits:)/,
  /^\s*(?:Changes (?:not staged|to be committed)|Untracked files:|nothing to commit|no changes added)/,
  /^\s*(?:modified|new file|deleted|renamed):\s/,
  /^[ MADRCUT?!]{2} \S+$/,
  /^[MADRCUT?!]{1,2} \S+$/,
  /^\s*[0-9a-f]{7,40} \S/,
];

/** Lines of a system prompt that are about now. */
const NOW =
  /^[\s*#>-]*(?:today|the (?:current|local) (?:date|time)|current (?:date|time|datetime|working directory)|date|time|timestamp|now|working directory|cwd|platform|os version|session id|request id|conversation id)\b/i;

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}\\.?";
const DAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?";

/** Dates, times and random ids, which become `#`. */
const NUMBERS: readonly RegExp[] = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /\b\d{1,4}[/.]\d{1,2}[/.]\d{2,4}\b/g,
  new RegExp(`\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?,?(?: \\d{4}\\b)?`, "gi"),
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.? ${MONTH},?(?: \\d{4}\\b)?`, "gi"),
  /\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?/gi,
  /\b1[4-9]\d{8}(?:\d{3})?\b/g,
  /\b[0-9a-f]{16,}\b/gi,
  new RegExp(`\\b${DAY},? (?=#)`, "gi"),
];

/** Only so much of a text is read: it is enough to tell conversations apart. */
const MOST_CHARS = 16_384;

/**
 * A text of the user without what changes from request to request. If nothing else is in it, only dates, times and
 * random ids are replaced.
 */
export function stableWords(text: string): string {
  const rest = withoutLines(withoutBlocks(text).slice(0, 2 * MOST_CHARS)).trim();
  return withoutNumbers((rest === "" ? text.trim() : rest).slice(0, MOST_CHARS));
}

/**
 * The beginning of a system prompt's block, which says what the agent is: its first line that does not change from
 * request to request, without words that have a digit. `""` if there is none.
 */
export function stableOpening(text: string): string {
  const lines = withoutLines(withoutBlocks(text).slice(0, MOST_CHARS)).split("\n");
  const first = lines.find((line) => /\p{L}/u.test(line) && !NOW.test(line)) ?? "";
  const words = withoutNumbers(first.slice(0, 500)).replace(new RegExp(`\\b${DAY}\\b`, "gi"), "#");
  return words
    .split(/\s+/)
    .map((word) => (/[\d#]/.test(word) ? "#" : word))
    .join(" ")
    .trim();
}

/** A system prompt without the billing lines that it begins with, and those lines; `""` if there are none. */
export function withoutBillingLines(text: string): { rest: string; lines: string } {
  let end = 0;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, Math.min(next, at + MOST_LINE_CHARS));
    at = next;
    if (BILLING_LINES.some((rule) => rule.test(line))) end = next;
    else if (line.trim() !== "") break;
  }
  return { rest: text.slice(end), lines: text.slice(0, end) };
}

/** A rule reads the beginning of a line. */
const MOST_LINE_CHARS = 256;

function withoutBlocks(text: string): string {
  return text.includes("<") ? BLOCKS.reduce(withoutBlock, text) : text;
}

function withoutBlock(text: string, tag: string): string {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  let rest = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(opening, from);
    const end = start < 0 ? -1 : text.indexOf(closing, start);
    if (end < 0) return rest + text.slice(from);
    rest += text.slice(from, start);
    from = end + closing.length;
  }
}

const withoutLines = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !LINES.some((rule) => rule.test(line)))
    .join("\n");

const withoutNumbers = (text: string): string => NUMBERS.reduce((rest, rule) => rest.replace(rule, "#"), text);
