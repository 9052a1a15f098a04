// Which tools a launch leaves out, and how its agent is told. Nothing is taken out of requests: the agent itself never sends them.
import type { AgentProfile } from "../schema.js";
import { AgentSettings, type Surroundings } from "../settings.js";
import { type LeaveOut, newestVersion, type PrefixAgent, prefixFacts, versionFacts } from "./facts.js";
import { type ConfiguredServer, configuredServers, isCalled, sessionsWith, toolNamePart } from "./servers.js";
import type { PrefixUsage } from "./usage.js";

/** A server that fewer sessions could have called may be needed yet. */
export const LEAST_SESSIONS = 5;

/** In front of the name of an MCP server. */
const SERVER = "mcp:";

/** Servers' names that every agent's settings take without quotes. */
const PLAIN = /^[\w-]+$/;

export interface LeanItem {
  /** The tool's name, or `mcp:` and the server's. */
  name: string;
  /** Calls in the logs. */
  calls: number;
  /** Its definitions in the newest version, in estimated tokens; undefined for a server, of which no log says it. */
  tokens: number | undefined;
  /** Sessions in the logs that could have called it. */
  sessions: number;
  /** What its definitions cost in these sessions, in US dollars; undefined for a server. */
  dollars: number | undefined;
}

/** What can be left out of an agent's requests, with what the logs say of it. Reads the user's settings; writes nothing. */
export function leanItems(agent: PrefixAgent, around: Surroundings, usage: PrefixUsage): LeanItem[] {
  const servers = configuredServers(agent, around).map((server) => serverItem(agent, server, usage, around.cwd));
  return [...optionalTools(agent, usage), ...servers];
}

/** The agent's own tools that most sessions never call, each as the version of a session sends it. */
export function optionalTools(agent: PrefixAgent, { calls: all, versions }: PrefixUsage): LeanItem[] {
  const { calls: names = {} } = prefixFacts(agent).lean;
  const { tokens: always, terminal = {} } = newestVersion(agent);
  return Object.entries({ ...terminal, ...always }).map(([name, tokens]) => {
    const calls = (names[name] ?? [name]).reduce((sum, one) => sum + (all.get(one) ?? 0), 0);
    const item = { name, calls, tokens, sessions: 0, dollars: 0 };
    for (const [version, usage] of versions) {
      const facts = versionFacts(agent, version);
      const size = facts?.tokens[name] ?? facts?.terminal?.[name];
      if (size === undefined) continue;
      const { sessions, thousandTokens } = facts?.tokens[name] === undefined ? usage.terminal : usage;
      item.sessions += sessions;
      item.dollars += (thousandTokens * size) / 1000;
    }
    return item;
  });
}

/** Estimated tokens of these that a launch with these arguments does not send. */
export function savedTokens(agent: PrefixAgent, left: readonly LeanItem[], args: readonly string[]): number {
  const { printed } = prefixFacts(agent).lean;
  const isPrinted = printed !== undefined && args.some((arg) => new RegExp(printed).test(arg));
  const { terminal = {} } = newestVersion(agent);
  const sent = left.filter(({ name }) => !isPrinted || terminal[name] === undefined);
  return sent.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

const serverItem = (agent: PrefixAgent, server: ConfiguredServer, usage: PrefixUsage, cwd: string): LeanItem => ({
  name: `${SERVER}${server.name}`,
  calls: isCalled(agent, server, usage) ? 1 : 0,
  tokens: undefined,
  sessions: sessionsWith(server, usage, cwd),
  dollars: undefined,
});

/**
 * What a new conversation does without: no call in the logs, and not named by the user. A server needs {@link LEAST_SESSIONS}
 * sessions that did not call it.
 *
 * @param keep Names that stay.
 */
export function chooseLean(
  profile: Pick<AgentProfile, "settings" | "trust">,
  items: readonly LeanItem[],
  agent: PrefixAgent,
  around: Surroundings,
  keep: readonly string[] = [],
): LeanItem[] {
  const settings = new AgentSettings(profile, around);
  const said = [...around.args, ...prefixFacts(agent).lean.named.flatMap((place) => settings.texts(place))];
  return items.filter(({ name, calls, sessions }) => {
    if (calls > 0 || keep.includes(name)) return false;
    if (name.startsWith(SERVER) && (sessions < LEAST_SESSIONS || !PLAIN.test(plainName(name)))) return false;
    return !said.some((text) => hasWord(text, plainName(name)));
  });
}

/** Why the agent cannot be told to leave anything out here; undefined where it can. */
export function leanHindrance(
  profile: Pick<AgentProfile, "settings" | "trust">,
  agent: PrefixAgent,
  around: Surroundings,
): string | undefined {
  const settings = new AgentSettings(profile, around);
  return prefixFacts(agent).lean.hindrances.find(({ when }) => settings.holds(when))?.what;
}

/** What tells the agent to leave these out, with their names filled in. */
export function leaveOut(agent: PrefixAgent, names: readonly string[]): LeaveOut[] {
  const { tool, server } = prefixFacts(agent).lean;
  return names.map((item) => {
    const { arguments: args, path, add, ...how } = item.startsWith(SERVER) ? server : tool;
    const name = plainName(item);
    const fill = (text: string) => text.replaceAll("{name}", () => name).replaceAll("{part}", () => toolNamePart(name));
    return {
      ...how,
      ...(args === undefined ? {} : { arguments: args.map(fill) }),
      ...(path === undefined ? {} : { path: path.map(fill) }),
      ...(add === undefined ? {} : { add: fill(add) }),
    };
  });
}

const plainName = (name: string): string => (name.startsWith(SERVER) ? name.slice(SERVER.length) : name);

/** Whether a text names it: `Workflow` is in `Workflow(deploy)`, and not in `WorkflowRun`. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true;
  return false;
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}-]/u.test(char);
