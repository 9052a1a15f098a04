// A model that follows its tools' documented rules, and sees what its request has, no more. Edit: the file was read before, `old_string`
// is in it word for word and once. Read: numbers in front of lines are no part of the text. What it assumes besides:
//
// - To edit, it quotes three lines that it sees. Where it does not see the line that it means, it reads the file again, by Read,
//   and where Read refuses that, what stands for the earlier result, or in the shell. So it does after an edit that failed.
// - It also needs lines of programs' outputs of ten turns ago. Where it does not see one, it has the original back where that is named
//   and it knows what the name means, else it runs the program again, and then again for that line alone.
// - A reference that results with several texts fit leads nowhere.
// - It knows that names of originals can be read, and that `[see above: …]` stands for lines which are above, where its system prompt
//   says so, or where it heeds what those say of themselves.
//
// This shows rules, not a mind: a real model edits from memory, and may not need a text that went.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { commandIn, editOf, readOf, type ScriptedCall, shellIn } from "./calls.js";
import type { ScriptedTurn } from "./script.js";
import { isObject, type Json, listOf, type Tool } from "./wires.js";

/** Work of which much needs what came before. */
export interface RulesWork {
  /** Paths below the workspace. */
  files: readonly string[];
  /** Whether it reads a named original, and looks up what is above, without being told that it can. */
  heedsNames: boolean;
}

/** What a turn was, where it was more than the next step. */
export type RulesCount = "edits" | "failedEdits" | "reReads" | "fetches" | "repeats" | "gaveUp";

/** A turn and what it counts as. */
export type RulesTurn = ScriptedTurn & { counts: RulesCount[] };

/** What the line in the system prompt says of originals and of what is above, by which the model knows of them. */
const TOLD = /`original: PATH`[^.]*\bread\b.*`\[see above: …\]`[^.]*\babove\b/is;
const ORIGINAL = /original: (\/[^"\]\\ ]+[0-9a-f]{32}\.txt)/;
const STAND_IN = /^\[.* (left out|clipped)|^\[clipped|^<system-reminder>/;
const ABOVE = "[see above: ";
/** `29 lines of … from … on`, `lines 12-40 of … with …`, `Bash result that begins …`. */
const FROM = /^\[see above: (\d+) lines of (.*?) from `(.+)` on\]$/;
const RANGE = /^\[see above: lines (\d+)-(\d+) of (.*?) with `(.+)`\]$/;
const WHOLE = /^\[see above: (.*?) that (?:begins|has) `(.+)`\]$/;
const NUMBERED = /^\s*\d+(?:→|\t)/;
const REFUSED = /unchanged since|Refer to that earlier/i;
const MOST_ATTEMPTS = 5;
const CYCLE = 10;

/** A call and what the request has of its result. */
interface Seen {
  name: string;
  args: Json;
  text: string;
  isError: boolean;
}

interface View {
  seen: Seen[];
  /** Steps that were begun, and turns of the newest one. */
  begun: number;
  attempts: number;
  knowsNames: boolean;
}

interface At extends RulesWork {
  workspace: string;
  tools: readonly Tool[];
  view: View;
}

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listOf(content)
        .map(({ text }) => String(text ?? ""))
        .join("\n");

/** What a request on Anthropic's wire shows the model. */
function viewOf(body: Json, heedsNames: boolean): View {
  const results = new Map<string, Json>();
  const calls: [id: string, seen: Omit<Seen, "text" | "isError">][] = [];
  let [begun, attempts] = [0, 0];
  for (const { role, content } of listOf(body.messages))
    for (const block of listOf(content)) {
      if (block.type === "tool_result") results.set(String(block.tool_use_id), block);
      if (block.type === "tool_use")
        calls.push([String(block.id), { name: String(block.name), args: isObject(block.input) ? block.input : {} }]);
      if (role !== "assistant" || block.type !== "text") continue;
      const isStep = /^Step \d+:/.test(String(block.text));
      begun += isStep ? 1 : 0;
      attempts = isStep ? 1 : attempts + 1;
    }
  const seen = calls.map(([id, call]) => {
    const { content, is_error: isError } = results.get(id) ?? {};
    return { ...call, text: textOf(content), isError: isError === true };
  });
  return { seen, begun, attempts, knowsNames: heedsNames || TOLD.test(textOf(body.system)) };
}

/** The model's turn; undefined once all steps are done. */
export function rulesTurn(
  body: Json,
  { steps, tools, workspace, ...work }: RulesWork & { steps: number; tools: readonly Tool[]; workspace: string },
): RulesTurn | undefined {
  const view = viewOf(body, work.heedsNames);
  const at = { ...work, tools, workspace, view };
  const counts: RulesCount[] = [];
  const last = view.seen.at(-1);
  const current = view.begun - 1;
  if (last !== undefined && isOpen(at, current)) {
    if (isEdit(last)) counts.push("failedEdits");
    if (view.attempts < MOST_ATTEMPTS) return turnOf(goOn(at, current), `Once more for step ${current}.`, counts);
    counts.push("gaveUp");
  }
  if (view.begun >= steps) return undefined;
  return turnOf(begin(at, view.begun), `Step ${view.begun}: I look at the next part of the problem.`, counts);
}

interface Act {
  calls: ScriptedCall[];
  is?: RulesCount;
}

const turnOf = ({ calls, is }: Act, text: string, counts: readonly RulesCount[]): RulesTurn => ({
  calls,
  text,
  counts: is === undefined ? [...counts] : [...counts, is],
});

const isEdit = ({ name }: Seen) => /^edit$/i.test(name);

/** Whether a step that edits has not done so yet, or one that needs a line does not see it. */
function isOpen(at: At, step: number): boolean {
  const last = at.view.seen.at(-1);
  if (editedIn(at, step) !== undefined) return !(last !== undefined && isEdit(last) && !last.isError);
  return recalls(step) && recall(at, step) !== undefined;
}

const recalls = (step: number) => step % CYCLE === CYCLE - 1 && step > CYCLE;

const fileOf = ({ files }: RulesWork, number: number) => files[(number * 7 + 3) % files.length] ?? "";
const inShell = ({ tools }: At, command: string): ScriptedCall[] => {
  const shell = shellIn(tools);
  return shell === undefined ? [] : [commandIn(shell, command, "look at the state")];
};
const pathOf = (at: At, number: number) => `${at.workspace}/${fileOf(at, number)}`;
const folderOf = (file: string) => file.slice(0, file.lastIndexOf("/"));

/** The file that a step edits: the one in work, or one of ten turns before. */
function editedIn(at: At, step: number): string | undefined {
  const [cycle, part] = [step - (step % CYCLE), step % CYCLE];
  if (part === 4 || part === 7) return pathOf(at, cycle);
  if (part === 8 && cycle > 0) return pathOf(at, cycle - CYCLE + (cycle % (2 * CYCLE) === 0 ? 0 : 3));
  return undefined;
}

const testsOf = (step: number) => `node outputs.mjs tests ${step} 75`;
const buildOf = (step: number) => `node outputs.mjs build ${step} 200`;
const importsOf = (at: At, step: number) =>
  `grep -rn "import " --include=*.ts ${folderOf(fileOf(at, step))} | sort | head -60`;

function begin(at: At, step: number): Act {
  const edited = editedIn(at, step);
  if (edited !== undefined) return edit(at, step, edited);
  const usual = () => inShell(at, "git diff | head -150");
  const steps = [
    () => inShell(at, buildOf(step)),
    () => readOf(at.tools, pathOf(at, step - 1)),
    () => inShell(at, importsOf(at, step)),
    () => [...readOf(at.tools, pathOf(at, step)), ...readOf(at.tools, pathOf(at, step + 1))],
    usual,
    () => inShell(at, testsOf(step)),
    () => readOf(at.tools, pathOf(at, step), { from: 1, count: 120 }),
    usual,
    usual,
  ];
  if (recalls(step)) return recall(at, step) ?? { calls: usual() };
  return { calls: (steps[step % CYCLE] ?? usual)() };
}

/** The next attempt of a step. */
function goOn(at: At, step: number): Act {
  if (recalls(step)) return recall(at, step) ?? { calls: [] };
  const file = editedIn(at, step) ?? "";
  const last = at.view.seen.at(-1);
  return last !== undefined && isEdit(last) ? again(at, step, file) : edit(at, step, file);
}

const NOTED = { least: 20, most: 100 };

/** The line that a step changes: one that the file has once. */
function meantIn(file: string, step: number): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const isFit = (line: string) => line.length > NOTED.least && line.length < NOTED.most && !line.includes("// note");
  const fit = lines.filter((line) => isFit(line) && lines.filter((other) => other.includes(line)).length === 1);
  return fit[(step * 37 + 11) % Math.max(1, fit.length)] ?? "";
}

/** An edit that quotes what is seen; where that has not the line, what brings it. */
function edit(at: At, step: number, file: string): Act {
  const line = meantIn(file, step);
  const piece = piecesOf(at, file).findLast((lines) => lines.includes(line));
  if (piece === undefined) return again(at, step, file);
  const place = piece.indexOf(line);
  const quoted = piece.slice(Math.max(0, place - 1), place + 2).join("\n");
  return {
    calls: editOf(
      at.tools,
      file,
      quoted,
      quoted.replace(line, () => `${line} // note ${step}`),
    ),
    is: "edits",
  };
}

/** A way to the text of a file that was not tried in this step yet. */
function again(at: At, step: number, file: string): Act {
  const { seen, attempts, knowsNames } = at.view;
  const tried = seen.slice(seen.length - (attempts === 0 ? 0 : attempts));
  const isBegun = at.view.begun - 1 === step;
  const last = isBegun ? tried.at(-1) : undefined;
  const hasRead = isBegun && tried.some((one) => isReadOf(one, file));
  const shown = isBegun && tried.some(({ args }) => String(args.command ?? "").startsWith("cat "));
  if (!hasRead) return { calls: readOf(at.tools, file), is: "reReads" };
  if (last !== undefined && REFUSED.test(last.text) && knowsNames) {
    const original = seen.findLast((one) => isReadOf(one, file) && ORIGINAL.test(one.text))?.text;
    const path = ORIGINAL.exec(original ?? "")?.[1];
    if (path !== undefined) return { calls: readOf(at.tools, path), is: "fetches" };
  }
  const line = meantIn(file, step).replaceAll("'", "'\\''");
  const command = shown ? `grep -F -C 2 -e '${line}' ${file}` : `cat ${file}`;
  return { calls: inShell(at, command), is: "reReads" };
}

const isReadOf = ({ name, args }: Seen, file: string) =>
  /^read$/i.test(name) && (args.file_path === file || args.filePath === file);

const withoutNumber = (line: string) => line.replace(NUMBERED, "");

/** What is seen of a file, as runs of lines that follow one another, with the edits since. */
function piecesOf(at: At, file: string): string[][] {
  let pieces: string[][] = [];
  const originals = new Set<string>();
  for (const [index, one] of at.view.seen.entries()) {
    if (one.isError) continue;
    const named = String(one.args.file_path ?? one.args.filePath);
    if (isReadOf(one, file)) originals.add(ORIGINAL.exec(one.text)?.[1] ?? "");
    const isOriginal = originals.has(named);
    if (isEdit(one) && named === file) pieces = pieces.map((piece) => edited(piece, one.args));
    else if (isOriginal || isReadOf(one, file) || isShownBy(one, file.slice(at.workspace.length + 1)))
      pieces.push(...runsOf(at, index, isOriginal));
  }
  return pieces;
}

const isShownBy = ({ name, args }: Seen, file: string) =>
  /^bash$/i.test(name) && /^(cat|sed|grep -F) /.test(String(args.command)) && String(args.command).includes(file);

/** The lines of a result without their numbers, cut where a stand-in is; those that are above are there where the model knows that. */
function runsOf({ view }: At, index: number, isOriginal = false): string[][] {
  const { text } = view.seen[index] as Seen;
  const runs: string[][] = [[]];
  const shown = withoutNumbers(view.seen[index] as Seen);
  for (const [at, raw] of text.split("\n").entries()) {
    const line = isOriginal ? withoutNumber(shown[at] ?? "") : (shown[at] ?? "");
    const above = line.startsWith(ABOVE) && view.knowsNames ? linesAbove(view, index, line) : undefined;
    if (above !== undefined) runs.at(-1)?.push(...above);
    else if (STAND_IN.test(raw) || line.startsWith(ABOVE)) runs.push([]);
    else runs.at(-1)?.push(line);
  }
  return runs;
}

const withoutNumbers = ({ name, text }: Seen) =>
  text.split("\n").map((line) => (/^read$/i.test(name) ? withoutNumber(line) : line));

/** The lines that a reference stands for; undefined where no result fits what it names, or several with other lines do. */
function linesAbove({ seen }: View, index: number, reference: string): string[] | undefined {
  const [from, range, whole] = [FROM.exec(reference), RANGE.exec(reference), WHOLE.exec(reference)];
  const [what = "", quoted] = from?.slice(2) ?? range?.slice(3) ?? whole?.slice(1) ?? [];
  if (quoted === undefined) return undefined;
  const isQuoted = (line: string) => line.trimStart().startsWith(quoted);
  const found = seen.slice(0, index).flatMap((one) => {
    const lines = withoutNumbers(one);
    const first = lines.findIndex(isQuoted);
    if (first < 0 || !isNamed(one, what, seen[index])) return [];
    if (from !== null) return [lines.slice(first, first + Number(from[1]))];
    return [range === null ? lines : lines.filter((_, at) => isWithin(one, at, Number(range[1]), Number(range[2])))];
  });
  // Of a file that was read twice the newer lines count, of results without a name any could be meant.
  const isFile = !/\bresult$/.test(what);
  return isFile || new Set(found.map((lines) => lines.join("\n"))).size === 1 ? found.at(-1) : undefined;
}

/** Whether a result is of what a reference names: `this file`, a path, or `Bash result`. */
function isNamed(one: Seen, what: string, reader: Seen | undefined): boolean {
  const pathIn = (seen: Seen | undefined) => seen?.args.file_path ?? seen?.args.filePath;
  if (what === "this file") return pathIn(one) === pathIn(reader) && !isEdit(one);
  if (what.endsWith("result")) return `${one.name} result` === what || what === "result";
  return pathIn(one) === what && !isEdit(one);
}

/** Whether a line's number is among those named, by the next line behind or in front of it that shows one. */
function isWithin({ text }: Seen, at: number, first: number, last: number): boolean {
  const lines = text.split("\n");
  for (const step of [1, -1])
    for (let other = at; lines[other] !== undefined && !lines[other]?.startsWith(ABOVE); other += step) {
      if (!NUMBERED.test(lines[other] ?? "")) continue;
      const number = Number.parseInt((lines[other] ?? "").trim(), 10) + at - other;
      return number >= first && number <= last;
    }
  return false;
}

function edited(piece: string[], args: Json): string[] {
  const [old, other] = [String(args.old_string ?? args.oldString), String(args.new_string ?? args.newString)];
  return piece
    .join("\n")
    .replace(old, () => other)
    .split("\n");
}

/** What brings a line of an earlier output that is needed and not seen; undefined where it is seen. */
function recall(at: At, step: number): Act | undefined {
  const cycle = step - (step % CYCLE) - CYCLE;
  const kind = (cycle / CYCLE) % 3;
  const command = [testsOf(cycle + 5), importsOf(at, cycle + 2), buildOf(cycle)][kind] ?? "";
  const { seen, knowsNames, begun, attempts } = at.view;
  const need = neededIn(
    outputOf(command, at.workspace),
    [/at (src\/\S+:\d+:\d+)/, /^[^:]+:\d+:(.*)$/, /(compiled .*)/][kind],
  );
  const came = [...seen.keys()].filter((index) => String(seen[index]?.args.command).startsWith(command));
  const originals = came.map((index) => ORIGINAL.exec(seen[index]?.text ?? "")?.[1]);
  const fetched = [...seen.keys()].filter((index) => originals.includes(String(seen[index]?.args.file_path)));
  const isSeen = (index: number) => runsOf(at, index).some((lines) => lines.some((line) => line.includes(need ?? "")));
  if (need === undefined || [...came, ...fetched].some(isSeen)) return undefined;
  const path = originals.at(-1);
  if (path !== undefined && knowsNames && fetched.length === 0) return { calls: readOf(at.tools, path), is: "fetches" };
  const isAgain = begun - 1 === step && attempts > 0;
  const only = isAgain ? ` | grep -F -e '${need.replaceAll("'", "'\\''")}'` : "";
  return { calls: inShell(at, `${command}${only}`), is: "repeats" };
}

function outputOf(command: string, cwd: string): string {
  try {
    return execFileSync("bash", ["-c", command], { cwd, encoding: "utf8" });
  } catch (error) {
    return String(Reflect.get(error as object, "stdout") ?? "");
  }
}

/** What a pattern finds in the middle of an output: a failure's place, what is behind a search's place, a step of a build. */
function neededIn(output: string, wanted: RegExp | undefined): string | undefined {
  const found = output.split("\n").flatMap((line) => wanted?.exec(line)?.[1] ?? []);
  return found.filter((text) => !text.includes("// note"))[Math.floor(found.length / 2)];
}
