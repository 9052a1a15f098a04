// The first two questions of `tamis init`. An answer that is none of the choices is asked for again, with the reason.
import { findLogs, type LogFile, namedPlace, usualPlaces } from "../../simulate/index.js";
import { counted } from "../shared/terminal.js";
import type { Asker } from "./ask.js";
import { CARES, type Care } from "./cares.js";

/** The logs of one agent. */
interface AgentLogs {
  agent: string;
  files: readonly LogFile[];
}

/** The logs of all agents, of some, or at a path. Without an asker those at the paths, or of all agents. */
export async function whichLogs(paths: readonly string[], asker: Asker | undefined): Promise<readonly LogFile[]> {
  if (paths.length > 0) return findLogs(paths.map(namedPlace), true).files;
  const found = logsOfAgents();
  if (asker === undefined) return found.flatMap(({ files }) => files);
  for (const [at, { agent, files }] of found.entries())
    asker.say(`  ${at + 1}  ${agent}: ${counted(files.length, "log")}, ${megabytes(files)}`);
  if (found.length === 0) asker.say("  no logs of agents were found in the usual places");
  for (;;) {
    const chosen = chosenLogs(found, await asker.ask("Which logs to learn from? Numbers, a path, or all", "all"));
    if (typeof chosen !== "string") return chosen;
    asker.say(`  ${chosen}`);
  }
}

function logsOfAgents(): AgentLogs[] {
  const places = usualPlaces();
  const agents = [...new Set(places.map(({ agent }) => agent))];
  const of = (name: string) => places.filter(({ agent }) => agent === name);
  return agents
    .map((agent) => ({ agent, files: findLogs(of(agent), false).files }))
    .filter(({ files }) => files.length > 0);
}

/** What an answer means; a text says why it means nothing. */
function chosenLogs(found: readonly AgentLogs[], answer: string): readonly LogFile[] | string {
  if (answer === "all") return found.flatMap(({ files }) => files);
  const parts = answer.split(/[\s,]+/);
  if (parts.every((part) => /^\d+$/.test(part))) {
    const unknown = parts.find((part) => found[Number(part) - 1] === undefined);
    if (unknown === undefined) return [...new Set(parts)].flatMap((part) => found[Number(part) - 1]?.files ?? []);
    return `there is no ${unknown}: ${found.length === 0 ? "name a path, or all" : `the numbers are 1 to ${found.length}`}`;
  }
  const { files } = findLogs([namedPlace(answer)], true);
  return files.length === 0 ? `no logs at ${answer}` : files;
}

const megabytes = (files: readonly LogFile[]): string =>
  `${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024).toFixed(1)} MB`;

/** How careful the policy is to be; "normal" without an asker. */
export async function howCareful(asker: Asker | undefined): Promise<Care> {
  if (asker === undefined) return "normal";
  const names = Object.keys(CARES) as Care[];
  for (const name of names) asker.say(`  ${name}: ${CARES[name].about}`);
  for (;;) {
    const answer = await asker.ask("How careful?", "normal");
    const care = names.find((name) => name === answer);
    if (care !== undefined) return care;
    asker.say(`  ${answer} is none of ${names.join(", ")}`);
  }
}
