// A day's work as people's agents do it: the model lists, reads, searches, edits and tests, and fetches what was left out.
import { readFileSync } from "node:fs";
import { callsIn } from "./call-marks.js";
import { commandIn, editOf, readOf, type ScriptedCall, shellIn } from "./calls.js";
import type { ScriptedTurn } from "./script.js";
import type { Json, Tool, WireName } from "./wires.js";

/** What the work is on. */
export interface Day {
  /** `coding`: results of 0.5 to 9 KB. `large`: of 5 to 7 KB, and every fifth of 28 KB. */
  kind: "coding" | "large";
  /** Paths below the workspace. */
  files: readonly string[];
  /** One original is fetched in so many turns, if there is one that was not; without it none are. */
  fetchEvery?: number | undefined;
}

/** What became of originals in a conversation. */
export interface Fetches {
  /** Turns in which the model read one. */
  made: number;
  /** The newest one that it has not read. */
  open: string | undefined;
}

const ORIGINAL = /original: (\/[^"\]\\ ]+[0-9a-f]{32}\.txt)/g;
const FETCH = /\/originals\/[0-9a-f]{32}\.txt/;

/** The originals that a request names, and those that its calls read. */
export function fetchesIn(wire: WireName, body: Json): Fetches {
  const reads = callsIn(wire, body).flatMap(([, args]) => (FETCH.test(args) ? [args] : []));
  const named = [...JSON.stringify(body).matchAll(ORIGINAL)].map(([, path = ""]) => path);
  return { made: reads.length, open: named.findLast((path) => !reads.some((args) => args.includes(path))) };
}

/** The model's turn, by its number alone: fetches are in no number. */
export function dayTurn(
  tools: readonly Tool[],
  turn: number,
  { fetched, ...day }: Day & { workspace: string; fetched: Fetches | undefined },
): ScriptedTurn {
  const { fetchEvery } = day;
  const isDue = fetchEvery !== undefined && (fetched?.made ?? 0) < Math.floor((turn + 1) / fetchEvery);
  if (isDue && fetched?.open !== undefined)
    return { calls: readOf(tools, fetched.open), text: "I need an earlier result again." };
  const text = `Step ${turn}: I look at the next part of the problem before I change anything.`;
  return { calls: (day.kind === "large" ? largeCalls : codingCalls)(tools, turn, day), text };
}

interface At extends Day {
  workspace: string;
}

const fileOf = ({ files }: Day, number: number) => files[(number * 7 + 3) % files.length] ?? "";
const inShell = (tools: readonly Tool[], command: string): ScriptedCall[] => {
  const shell = shellIn(tools);
  return shell === undefined ? [] : [commandIn(shell, command, "look at the state")];
};

/** Ten turns on one file and its neighbours, then on others. */
function codingCalls(tools: readonly Tool[], turn: number, day: At): ScriptedCall[] {
  const pathOf = (number: number) => `${day.workspace}/${fileOf(day, number)}`;
  const [worked, looked] = [pathOf(turn - (turn % 10)), fileOf(day, turn)];
  const folder = looked.slice(0, looked.lastIndexOf("/"));
  const turns = [
    () => inShell(tools, "git log --oneline | head -20; ls -la; git status --short | head -20"),
    () => readOf(tools, worked),
    () => inShell(tools, `grep -rn "import " --include=*.ts ${folder} | sort | head -60`),
    () => [...readOf(tools, pathOf(turn)), ...readOf(tools, pathOf(turn + 1))],
    () => noteIn(tools, worked, turn),
    () => inShell(tools, `node outputs.mjs tests ${turn} 75`),
    () => readOf(tools, pathOf(turn), { from: 1, count: 120 }),
    () => inShell(tools, `sed -n 1,140p ${looked}`),
    () => noteIn(tools, worked, turn),
    () => inShell(tools, "git diff | head -150"),
  ];
  return turns[turn % turns.length]?.() ?? [];
}

function largeCalls(tools: readonly Tool[], turn: number, day: At): ScriptedCall[] {
  const pathOf = (number: number) => `${day.workspace}/${fileOf(day, number)}`;
  const worked = pathOf(turn - (turn % 10));
  const turns = [
    () => inShell(tools, `node outputs.mjs build ${turn} 345`),
    () => readOf(tools, worked),
    () => inShell(tools, `grep -rn "export " --include=*.ts . | sort | sed -n ${turn * 50 + 1},${turn * 50 + 55}p`),
    () => inShell(tools, `node outputs.mjs tests ${turn} 125`),
    () => noteIn(tools, worked, turn),
    () => inShell(tools, `node outputs.mjs rows ${turn} 250`),
    () => readOf(tools, pathOf(turn)),
    () => inShell(tools, `node outputs.mjs log ${turn} 60`),
    () => noteIn(tools, worked, turn),
    () => inShell(tools, `git diff | head -150; node outputs.mjs log ${turn} 45`),
  ];
  return turns[turn % turns.length]?.() ?? [];
}

const NOTED = { least: 20, most: 100 };

/** An edit that puts a note behind a line which the file has once. */
function noteIn(tools: readonly Tool[], file: string, turn: number): ScriptedCall[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const isFit = (line: string) => line.length > NOTED.least && line.length < NOTED.most && !line.includes("// note");
  const line = lines.find((one) => isFit(one) && lines.filter((other) => other.includes(one)).length === 1) ?? "";
  return editOf(tools, file, line, `${line} // note ${turn}`);
}
