// The result for people, at a terminal.
import type { Tuned, TunedPolicy } from "../../../simulate/index.js";
import { renderTable } from "../../shared/table.js";
import { colorsFor, counted, groupDigits, printable, wrap } from "../../shared/terminal.js";

/** What was searched, in a sentence. */
export function searchedOf({ sessions, files, trials, minGrounding }: Tuned): string {
  const some = files.read < files.of ? ` (${groupDigits(files.read)} of ${groupDigits(files.of)} logs)` : "";
  return `${groupDigits(trials)} policies replayed on ${counted(sessions.seen, "session")}${some}; the best that keeps a grounding of ${minGrounding}, checked on ${groupDigits(sessions.aside)} others.`;
}

/** Whether it is worth it, in a sentence. */
export function verdictOf({ best, default: standard, beatsDefault, minGrounding, nearest }: Tuned): string {
  const preset = `The nearest preset is ${nearest.preset}${nearest.settings === 0 ? ", which is the same" : ` (${nearest.settings} settings differ)`}.`;
  const fails =
    best.seen.grounding < minGrounding
      ? ` No policy that was tried keeps a grounding of ${minGrounding}: this one keeps ${best.seen.grounding.toFixed(3)}.`
      : "";
  if (best.aside === undefined || standard.aside === undefined)
    return `There are no sessions to check it on: with more of them the result can be trusted.${fails} ${preset}`;
  const bills = `costs ${best.aside.bill.toFixed(3)} of sending everything, the default ${standard.aside.bill.toFixed(3)}, with a grounding of ${best.aside.grounding.toFixed(3)} and ${standard.aside.grounding.toFixed(3)}`;
  const end = beatsDefault === true ? "it beats the default" : "it does not beat the default: keep the default";
  return `On the sessions kept aside the tuned policy ${bills}: ${end}.${fails} ${preset}`;
}

/** The command that uses the result, in a sentence. */
function nextOf({ beatsDefault, nearest }: Tuned, output: string | undefined): string {
  if (beatsDefault === false) return "The default is as good here: tamis claude";
  if (nearest.settings === 0) return `This is the preset ${nearest.preset}: tamis claude --preset ${nearest.preset}`;
  return output === undefined
    ? "Write it: tamis savings --tune --output tuned.toml"
    : `Use it: tamis claude --config ${output}`;
}

const HEADS = ["policy", "input bill", "grounding", "dearer", "aside: input bill", "grounding", "dearer"];

function rowOf({ name, seen, aside }: TunedPolicy): (string | number)[] {
  const cells = [seen, aside].flatMap((part) =>
    part === undefined ? ["–", "–", "–"] : [part.bill.toFixed(3), part.grounding.toFixed(3), part.dearer],
  );
  return [name, ...cells];
}

/** Explains the columns to people. */
const LEGEND =
  "input bill: of sending everything. grounding: of the paths, identifiers and numbers in arguments of calls that only tool results had before, the share in the request that the call answers; it says nothing about whether a task succeeds. dearer: sessions that a policy makes dearer by more than 2 %. aside: on sessions that the search did not see.";

/** The result as text. */
export function renderTune(tuned: Tuned, output?: string): string {
  const colors = colorsFor(process.stdout);
  const settings = tuned.settings.map(({ name, value, preset }) => [printable(name, 60), value, preset]);
  return [
    searchedOf(tuned),
    `${colors.bold("Known policies, and the tuned one")}\n${renderTable(HEADS, [tuned.default, ...tuned.presets, tuned.best].map(rowOf))}`,
    `${colors.bold("Those that no other beats, bill against grounding")}\n${renderTable(HEADS, tuned.front.map(rowOf))}${wrap(LEGEND)}`,
    `${colors.bold("The tuned policy")}\n${renderTable(["setting", "tuned", tuned.nearest.preset], settings)}`,
    `${colors.bold(verdictOf(tuned))}\n${colors.bold(printable(nextOf(tuned, output), 300))}\n`,
  ].join("\n");
}
