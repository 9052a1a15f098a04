// `tamis doctor --agent`: how an agent would be started here, and why.

import { spawnSync } from "node:child_process";
import {
  type AgentProfile,
  adviseOnPrefix,
  agentProfiles,
  type FoundPlugin,
  findPlugin,
  isPrefixAgent,
  type LaunchPlan,
  logNameOf,
  type PrefixAgent,
  planLaunch,
  pluginProblem,
  profileJsonSchema,
  readPrefixUsage,
} from "../../agents/index.js";
import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import { homeFolder } from "../../base/home-folder.js";
import { packageVersion } from "../../base/version.js";
import { originalsFolder } from "../../gateway/index.js";
import { readConfig, tellIgnored } from "../gateway/config.js";
import { answers, readRecord, urlAt } from "../on/record.js";
import { chooseProfile, planned, surroundings } from "../run/launch.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStdout, writeText } from "../shared/io.js";
import { loginsIn } from "../shared/ledger.js";
import { counted, fitTo, toTerminal } from "../shared/terminal.js";

/** The URL that stands for the gateway's, which every launch has another of. */
const GATEWAY = "http://127.0.0.1:PORT";
const VERSION_MS = 10_000;

interface AgentFlags {
  /** Of an installed profile. */
  agent?: string;
  /** A profile file of the user's, which goes before. */
  profile?: string;
  json?: boolean;
}

/** Exit code 1 where requests would go past the gateway. */
export async function runAgentDoctor({ agent = "", profile: file, json = false }: AgentFlags): Promise<number> {
  const profile = file === undefined ? installedProfile(agent) : chooseProfile("", file);
  if (profile === undefined) return FAILED;
  const loaded = readConfig(undefined);
  await tellIgnored(loaded);
  const { table } = loaded;
  const configured = Object.keys((table.upstreams ?? {}) as object);
  const plan = planned(() => planLaunch(profile, surroundings([]), configured), FAILED);
  const prefix = file === undefined && isPrefixAgent(agent) ? await prefixOf(agent) : undefined;
  const always = await alwaysOf(profile);
  const findings = { ...describe(plan), version: versionOf(profile), prefix, plugin: pluginOf(profile), always };
  if (json) await writeStdout(`${JSON.stringify(findings)}\n`);
  else await writeText(render(findings));
  return findings.bypasses.length > 0 || always?.answers === false ? FAILED : 0;
}

const PATIENCE_MS = 2_000;

/** The gateway that the agent's settings point to since `tamis on`, and whether it answers; undefined where it is off. */
async function alwaysOf({ name }: AgentProfile): Promise<{ url: string; answers: boolean } | undefined> {
  const record = readRecord();
  if (record === undefined || !Object.keys(record.agents).includes(name)) return undefined;
  const url = urlAt(record.port);
  return { url, answers: await answers(url, PATIENCE_MS) };
}

/** The agent's plugin; undefined where there is none. */
const pluginOf = ({ name }: AgentProfile): FoundPlugin | undefined =>
  name === "claude"
    ? findPlugin({ env: process.env, home: homeFolder(), workspace: undefined }, packageVersion())
    : undefined;

/** The JSON Schema of launch profiles. */
export async function writeProfileSchema(): Promise<number> {
  await writeStdout(`${JSON.stringify(profileJsonSchema(), undefined, 2)}\n`);
  return 0;
}

/** @throws CliFailure for an unknown name */
function installedProfile(name: string): AgentProfile {
  const all = agentProfiles();
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = all.map((one) => one.name).join(", ");
  throw new CliFailure(WRONG_USAGE, `no launch profile ${JSON.stringify(name)}; known: ${known}`);
}

const PREFIX_DAYS = 30;

/** What the prefix costs, and which parts are not used, by the logs of the last days. */
async function prefixOf(agent: PrefixAgent) {
  const found = await readPrefixUsage(logNameOf(agent), Date.now() - PREFIX_DAYS * DAY_MS, await loginsIn(false));
  const { calls: _, projects: __, versions: ___, ...usage } = found;
  return { days: PREFIX_DAYS, ...usage, advice: adviseOnPrefix(agent, surroundings([]), found) };
}

/** What the agent says of its version; undefined if it is not installed. */
function versionOf({ programs: [program = ""] }: AgentProfile): string | undefined {
  const { status, stdout } = spawnSync(program, ["--version"], {
    timeout: VERSION_MS,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return status === 0 ? (/\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? stdout.trim().slice(0, 40)) : undefined;
}

function describe(plan: LaunchPlan) {
  const { profile, routes, kept, bypasses, notices, unread } = plan;
  const originals = plan.readsOriginals ? originalsFolder({}, process.env) : undefined;
  const { variables, args, files } = plan.at(GATEWAY, originals);
  return {
    agent: profile.title,
    install: profile.install,
    checked: profile.checked.map(({ version }) => version),
    routes: routes.map(({ id, path, url, own }) => ({ id, path, url: shownUrl(url), own })),
    variables: {
      ...variables,
      ...Object.fromEntries(files.map((file) => [file.variable ?? file.argument, `a file with ${file.text}`])),
    },
    arguments: args,
    originals,
    kept,
    bypasses,
    notices,
    unread,
    limits: profile.limits,
    policy: profile.policy ?? {},
  };
}

/** A path may have a tenant's name in it, but no credential: such URLs are refused before. */
const shownUrl = (url: string | undefined) => url ?? "where the configuration says";

type Findings = ReturnType<typeof describe> & {
  version: string | undefined;
  prefix: Awaited<ReturnType<typeof prefixOf>> | undefined;
  plugin: ReturnType<typeof pluginOf>;
  always: Awaited<ReturnType<typeof alwaysOf>>;
};

function alwaysRows({ agent, always }: Findings): [string, string][] {
  if (always === undefined) return [];
  const how = always.answers
    ? "which answers"
    : "which does not answer, so that it reaches no model: `tamis off` is the way back";
  return [["always", `${agent} without \`tamis\` goes through ${always.url} (tamis on), ${how}`]];
}

function pluginRows(plugin: Findings["plugin"]): [string, string][] {
  if (plugin === undefined) return [];
  const problem = pluginProblem(plugin, packageVersion());
  return [["plugin", `of Tamis ${plugin.version}${problem === undefined ? "" : `, ${problem}`}`]];
}

function prefixRows(prefix: Findings["prefix"]): [string, string][] {
  if (prefix === undefined) return [];
  const { days, sessions, requests, thousandTokens, advice } = prefix;
  if (sessions === 0) return [["prefix", `no session in the logs of the last ${days} days`]];
  // A login has no bill, and some models no price.
  const thousand = thousandTokens === 0 ? "" : `; 1,000 tokens in front of each cost ${dollarText(thousandTokens)}`;
  const sum = `${counted(sessions, "session")}, ${counted(requests, "request")} in ${days} days${thousand}`;
  const rows = advice.map(({ what, fix, dollars: cost }): [string, string] => [
    "advice",
    `${cost === undefined || thousandTokens === 0 ? "" : `${dollarText(cost)}: `}${what}; ${fix}`,
  ]);
  return [["prefix", sum], ...rows];
}

const policyText = (policy: object): string => (Object.keys(policy).length === 0 ? "balanced" : JSON.stringify(policy));

function render(found: Findings): string {
  const { checked, version } = found;
  const tried = checked.length === 0 ? "no version" : checked.join(", ");
  const rows: [string, string][] = [
    ["agent", found.agent],
    [
      "installed",
      version === undefined
        ? `no; to install it: ${found.install ?? "see its own page"}`
        : `${version} (tried with ${tried})`,
    ],
    ...alwaysRows(found),
    ...found.routes.map(({ id, path, url, own }): [string, string] => [
      "route",
      `${id}: ${path} → ${url}${own === undefined ? "" : ` (from ${own})`}`,
    ]),
    ...Object.entries(found.variables).map(([name, value]): [string, string] => ["variable", `${name}=${value}`]),
    ...(found.arguments.length === 0 ? [] : ([["arguments", found.arguments.join(" ")]] as [string, string][])),
    ...found.kept.map(({ variable, why }): [string, string] => ["kept", `${variable}: ${why}`]),
    ...found.bypasses.map((what): [string, string] => ["past us", what]),
    ...found.notices.map((what): [string, string] => ["server", what]),
    ...found.unread.map(({ file, problem }): [string, string] => ["not read", `${file}: ${problem}`]),
    [
      "originals",
      found.originals === undefined
        ? "none are kept: the agent might ask before it reads them, or be refused"
        : `${found.originals}, which the agent may read; [originals] of your configuration says otherwise`,
    ],
    ["policy", `${policyText(found.policy)}, where your configuration has none and --preset names none`],
    ...found.limits.map((what): [string, string] => ["limit", what]),
    ...pluginRows(found.plugin),
    ...prefixRows(found.prefix),
    ["written", "nothing of yours"],
  ];
  const text = rows.map(([name, value]) => `${name.padEnd(10)} ${toTerminal(value)}\n`).join("");
  return fitTo(text, process.stdout, 11);
}
