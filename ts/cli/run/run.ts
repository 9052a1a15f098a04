import { writeSync } from "node:fs";
import { basename, join } from "node:path";
import { isatty } from "node:tty";
import { type AgentProfile, findPlugin, type LaunchPlan, pluginProblem } from "../../agents/index.js";
import { TamisError } from "../../base/errors.js";
import { homeFolder } from "../../base/home-folder.js";
import { packageVersion } from "../../base/version.js";
import { openToAppend } from "../../base/write-safely.js";
import {
  createGateway,
  createLogger,
  type Gateway,
  type GatewaySettings,
  type LoadedConfig,
  type LogTarget,
} from "../../gateway/index.js";
import { type LedgerEntry, type LedgerMode, requireLedger, stateFolder, sumOf } from "../../ledger/index.js";
import { factsOf } from "../../models/facts.js";
import { backend } from "../../reduce/reduce.js";
import { OriginalFiles } from "../../restore/original-files.js";
import { type GatewayFlags, loadWithFlags, MOST_KEPT_BYTES, tellIgnored } from "../gateway/config.js";
import { logFormat, prettyLines } from "../gateway/log-format.js";
import { listen } from "../gateway/run.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import type { PresetChoice } from "../shared/preset-choices.js";
import { printable, terminalJson } from "../shared/terminal.js";
import type { LaunchLifetime } from "./cache-lifetime.js";
import { runChild } from "./child.js";
import { closeGateway } from "./close.js";
import { openLimit } from "./cost-limit.js";
import { armLines, endLines } from "./end-lines.js";
import { chooseProfile, type Launch, prepareLaunch, surroundings, unwritable } from "./launch.js";
import { type LaunchLean, type LeanFlags, leanFor } from "./lean.js";
import type { RunPage } from "./page.js";
import { launched, steered } from "./preset.js";
import { RunRecorder } from "./recorder.js";
import { SentRequests } from "./sent-requests.js";
import { openSteering } from "./steering.js";
import { unkeptLines } from "./unkept-lines.js";

/** Conversations that are remembered in this file: half a megabyte, which every launch reads. */
const MOST_SESSIONS = 1_000;

/** The file of what runs remember of conversations. */
const runsSessionFile = (): string => join(stateFolder(), "sessions.json");

/**
 * Settings by which a conversation that was reduced here is reduced in the same way when its agent resumes it: what runs
 * remember of conversations is kept in the folder of Tamis's state, unless the configuration says where.
 */
function withSessionFile(settings: GatewaySettings): GatewaySettings {
  const { gateway, shared } = settings;
  if (shared !== undefined || gateway.sessionFile !== undefined) return settings;
  return { ...settings, gateway: { ...gateway, sessionFile: runsSessionFile() } };
}

/** The tenant of originals that have one owner. */
const TENANT = "default";

/** Finds the file of a result's original; undefined where none was kept. */
function originalFinder(folder: string): (result: Parameters<OriginalFiles["fileOf"]>[0]) => string | undefined {
  let files: OriginalFiles | undefined;
  return (result) => {
    files ??= new OriginalFiles(folder, {}, process.env.TAMIS_RESTORE_KEY);
    return files.fileOf(result, TENANT);
  };
}

/** The options of `tamis run` and of the agents' commands. */
export interface RunFlags extends GatewayFlags, LeanFlags {
  log?: string;
  /** A profile file of the user's. */
  profile?: string;
  /** The policy where the configuration has none. */
  preset?: PresetChoice;
  /** Reduce nothing, and report what would have been. */
  shadow?: boolean;
  /** Share of the runs that are left alone, in percent. */
  holdout?: number;
  /** A line for each request. */
  status?: boolean;
  /** A page beside it. */
  ui?: boolean;
  /** The end as JSON. */
  json?: boolean;
}

/** An agent has started by then, and has asked nothing yet; a command that is shorter waits for nothing. */
const PRICES_AFTER_MS = 700;

/** Longest line about where requests go: a path in it may be long. */
const LINE_CHARS = 2000;

/** `tamis run`. The exit code is the command's; 127 or 126 if it cannot be started, as in shells. */
export async function runCommand(command: readonly string[], flags: RunFlags, profile?: AgentProfile): Promise<number> {
  await requireAskedLedger(flags);
  const [file = ""] = command;
  if (backend.name === "none") return await runDirectly(command, flags, profile, backend.reason);
  const chosen = profile ?? chooseProfile(file, flags.profile);
  const mode = modeOf(flags, chosen);
  const given = { ...flags, observe: mode !== "reduce", host: "127.0.0.1", port: 0 };
  const loaded = launched(loadWithFlags(given), flags.preset, chosen);
  const { settings, table } = loaded;
  const configured = Object.keys((table.upstreams ?? {}) as object);
  await tellIgnored(loaded);
  const lean = await leanFor(flags, chosen, surroundings(command.slice(1)));
  const launch = prepareLaunch(command, {
    settings: withHoldout(flags.ledger === false ? settings : withSessionFile(settings), mode, flags, chosen),
    configured,
    profile: chosen,
    keepsOriginals: mode === "reduce" && flags.ledger !== false && mayKeep(loaded),
    leave: lean?.leave,
  });
  const problem = unwritable(launch.plan);
  if (problem !== undefined) return await runDirectly(command, flags, chosen, problem);
  const observed = launch.settings.gateway.mode === "observe" && mode === "reduce" ? "observe" : mode;
  const agent = launch.plan?.profile.name ?? printable(file.replace(/^.*[/\\]/, ""), 64);
  const facts = { agent, mode: observed, project: basename(process.cwd()), drawn: isDrawn(flags, chosen) };
  const fileOf = launch.originals === undefined ? undefined : originalFinder(launch.originals);
  const recorder = new RunRecorder(facts, flags.ledger !== false, fileOf);
  // Loaded only where it is asked for: everybody else would wait for it.
  const page = flags.ui
    ? (await import("./page.js")).openRunPage(launch.settings, flags, recorder.facts, chosen)
    : undefined;
  const steering = openSteering();
  const sent = new SentRequests(page?.page);
  const isPaused = steered(loaded, launch.settings, steering, () => gateway);
  const gateway: Gateway = await openGateway(launch, flags, { recorder, page, sent, lean, isPaused });
  page?.serveBy(gateway);
  const url = await listen(gateway, PRICES_AFTER_MS);
  if (page) await writeStderr(`tamis: the page is at ${page.page.address(url)}\n`);
  const lifetime = observed === "reduce" ? await lifetimeOf(launch, command, flags) : undefined;
  await tellBefore(launch.plan, [...[lean?.line ?? []].flat(), ...(lifetime?.lines ?? [])]);
  const inside = { ...lifetime?.variables, ...steering.variables, ...sent.variables(url) };
  const { args, env, end } = launch.start(url, inside);
  const endLearning = lifetime?.learn();
  const { exitCode, isStarted } = await runChild({ file, args, env, install: launch.plan?.profile.install });
  endLearning?.();
  end();
  steering.end();
  const tell = () => void writeStderr(`tamis: ${waitingLine(agent)}\n`);
  const isLeft = await closeGateway(gateway, `TAMIS_GATEWAY_URL=${url}`, tell);
  await page?.page.end();
  await Promise.all([recorder.end(), gateway.totals.requests > 0 ? lean?.end() : undefined]);
  // Of one that did not start it has been said, and nothing else can be.
  const words = isStarted ? lastWords(gateway, launch, recorder, flags) : [];
  if (recorder.entries.some(({ cost }) => cost !== undefined))
    words.push(...(lifetime?.endLines(recorder.hasHourWrites) ?? []));
  const notes = [...words, ...(isLeft ? [leftLine(agent)] : [])];
  await (flags.json
    ? writeStderr(`${terminalJson({ agent, mode: observed, exitCode, ...sumOf(recorder.entries), notes })}\n`)
    : writeStderr(notes.map((line) => `tamis: ${line}\n`).join("")));
  return exitCode;
}

/** Says what the user is to know before the agent starts. */
async function tellBefore({ bypasses = [], notices = [] }: Partial<LaunchPlan> = {}, more: readonly string[]) {
  for (const line of [...bypasses, ...notices, ...more]) await writeStderr(`tamis: ${printable(line, LINE_CHARS)}\n`);
}

/**
 * Starts the command as without tamis, where nothing can be reduced, and says why in one line.
 *
 * @throws CliFailure where the user asked for what only requests through a gateway give
 */
async function runDirectly(
  [file = "", ...args]: readonly string[],
  flags: RunFlags,
  profile: AgentProfile | undefined,
  reason: string | undefined,
): Promise<number> {
  const { maxCost, shadow, holdout, ui, status, log, lean, leanKeep } = flags;
  const asked = Object.entries({
    ...{ "--max-cost": maxCost, "--shadow": shadow, "--holdout": holdout, "--ui": ui },
    ...{ "--lean": lean, "--lean-keep": leanKeep },
  });
  const [option] = [...asked, ["--status", status], ["--log", log]].find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined)
    throw new CliFailure(FAILED, `${option} cannot be had here: ${reason}; nothing was started`);
  const name = printable(basename(file), 64);
  await writeStderr(`tamis: ${name} is started directly, and nothing is reduced: ${reason}\n`);
  const { exitCode } = await runChild({ file, args, env: process.env, install: profile?.install });
  return exitCode;
}

/**
 * What the user asked for that only a ledger can do: nothing is started where there can be none.
 *
 * @throws CliFailure
 */
async function requireAskedLedger({ maxCost, shadow, holdout, ui, ledger }: RunFlags): Promise<void> {
  const isCounted = maxCost !== undefined && maxCost.span !== "run";
  const asked = isCounted ? "--max-cost" : shadow ? "--shadow" : holdout !== undefined ? "--holdout" : ui ? "--ui" : "";
  if (asked === "") return;
  if (isCounted && ledger === false) {
    const message = `--max-cost by the ${maxCost.span} counts what the ledger has, and --no-ledger keeps this run out of it; give one of the two`;
    throw new CliFailure(WRONG_USAGE, `${message}; nothing was started`);
  }
  try {
    await requireLedger();
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    throw new CliFailure(WRONG_USAGE, `${asked}: ${error.message}; nothing was started`);
  }
}

/** Originals are kept unless the configuration says where, that none are, or that nothing is. */
function mayKeep({ settings: { gateway }, table }: LoadedConfig): boolean {
  return gateway.mode !== "observe" && !gateway.noStore && table.originals === undefined;
}

/** How the prompt cache's lifetime is set; undefined where it is the agent's choice, which loads nothing. */
async function lifetimeOf(
  { plan, settings }: Launch,
  [, ...args]: readonly string[],
  { ledger }: RunFlags,
): Promise<LaunchLifetime | undefined> {
  if (plan?.cacheLifetime === undefined || settings.run.cacheLifetime === "client") return undefined;
  return (await import("./cache-lifetime.js")).chooseLifetime(plan, args, ledger !== false);
}

/**
 * A share of the sessions is left alone by chance, so that the others can be compared with them: by the gateway where the agent
 * says which session a request is of, so that a session that is resumed stays in its group; else the run is drawn as a whole.
 */
function modeOf({ observe, shadow, holdout = 0 }: RunFlags, { sessionHeader }: Partial<AgentProfile> = {}): LedgerMode {
  if (observe) return "observe";
  if (shadow) return "shadow";
  return sessionHeader === undefined && Math.random() * 100 < holdout ? "holdout" : "reduce";
}

/** Whether the run is drawn as a whole. */
const isDrawn = ({ holdout }: RunFlags, profile: AgentProfile | undefined): boolean =>
  holdout !== undefined && profile?.sessionHeader === undefined;

/** Settings by which the gateway draws each session. */
function withHoldout(
  settings: GatewaySettings,
  mode: LedgerMode,
  { holdout }: RunFlags,
  profile: AgentProfile | undefined,
): GatewaySettings {
  if (holdout === undefined || mode !== "reduce" || profile?.sessionHeader === undefined) return settings;
  return { ...settings, gateway: { ...settings.gateway, holdoutPercent: holdout } };
}

/** What takes part in each request of a launch. */
interface LaunchParts {
  recorder: RunRecorder;
  page: RunPage | undefined;
  sent: SentRequests;
  lean: LaunchLean | undefined;
  isPaused: () => boolean;
}

async function openGateway(
  { settings, plan }: Launch,
  flags: RunFlags,
  { recorder, page, sent, lean, isPaused }: LaunchParts,
): Promise<Gateway> {
  // The terminal is the command's: lines go to a file, or nowhere. A level alone keeps none back: a new preset or configuration sets it.
  const target = flags.log === undefined ? { write() {} } : fileLog(flags.log);
  const logger = createLogger(settings.gateway.logLevel, target);
  const sessionHeader = plan?.profile.sessionHeader;
  const limit = flags.maxCost && (await openLimit(flags.maxCost));
  return createGateway(settings, {
    logger,
    ...(sessionHeader === undefined ? {} : { sessionHeader }),
    ...(settings.gateway.sessionFile === runsSessionFile() ? { sessions: MOST_SESSIONS } : {}),
    keepsRequests: flags.ledger !== false,
    refuseRequest: () => limit?.refusal(),
    isPaused,
    page: sent,
    keptBodyBytes: MOST_KEPT_BYTES,
    onRequest(account, bodies) {
      const entry = recorder.add(account);
      lean?.note(account.session);
      sent.note(account, bodies);
      page?.page.add(entry, account, bodies);
      limit?.add(entry);
      if (flags.status) void writeStderr(`tamis: ${statusLine(entry)}\n`);
    },
  });
}

/** A request as it is shown while the command runs. */
function statusLine(entry: LedgerEntry): string {
  if (entry.refused !== undefined) return `refused (${entry.refused})`;
  const lines = endLines([entry], entry.mode);
  return lines[0] ?? "";
}

/** Lines in a file: JSON, unless `TAMIS_LOG_FORMAT` says otherwise or it is a terminal. @throws CliFailure before anything is started */
function fileLog(file: string): LogTarget {
  const fd = attempt(WRONG_USAGE, `cannot write ${file}`, () => openToAppend(file), "; nothing was started");
  if (logFormat(process.env, isatty(fd)) === "json") return { write: (line) => void writeSync(fd, line) };
  return prettyLines((text) => writeSync(fd, text), false);
}

function lastWords(
  { totals, originalsFailure, sessionsProblem, sessionsUnsaved }: Gateway,
  { plan }: Launch,
  recorder: RunRecorder,
  { profile }: RunFlags,
): string[] {
  const { entries, facts, problem } = recorder;
  const lines = armLines(entries);
  if (plan !== undefined && facts.mode === "reduce") {
    const ownSessions = plan.routes.some((route) => route.ownSessions);
    const { beganElsewhere } = recorder;
    lines.push(...resumeLines(entries, { ...plan.profile, beganElsewhere, ownSessions }));
  }
  if (sessionsProblem !== undefined) lines.push(forgottenLine(sessionsProblem));
  if (entries.at(-1)?.refused === "status_401") lines.push(loginLine(facts.agent));
  if (totals.requests === 0) lines.push(nothingCame(profile === undefined ? plan?.profile.name : undefined, profile));
  else if (entries.length === 0) lines.push("no request to a model came through the gateway");
  if (recorder.unread > 0) lines.push(unreadLine(recorder.unread));
  lines.push(...pluginLine(plan?.profile));
  const isReduced = entries.some(({ reducedCount }) => reducedCount > 0);
  const sessions = isReduced ? sessionsUnsaved : undefined;
  return [...lines, ...unkeptLines({ sessions, originals: originalsFailure, ledger: problem })];
}

/** The refusal itself went to the agent as it came. */
const loginLine = (agent: string): string =>
  `the provider did not take the agent's key or login (401): log in with ${agent} itself`;

const waitingLine = (agent: string): string =>
  `${agent} has ended, but a process that it left still asks its model, and is served until it ends; Ctrl-C cuts it off`;

const leftLine = (agent: string): string =>
  `what a process that ${agent} left running asks from now on does not reach its model: the gateway ends with ${agent}`;

/** Their tokens and money are in every sum. */
const unreadLine = (count: number): string =>
  `${count === 1 ? "one request" : `${count} requests`} came faster than their calls could be read: tamis why does not have those`;

/** The first request of a resumed conversation may be refused once then. */
const forgottenLine = (problem: string): string =>
  `what earlier runs had reduced was not read, and is as if they had been without tamis (${printable(problem, 300)})`;

/** The agent says nothing of it, and works as without one. */
function pluginLine({ name }: Partial<AgentProfile> = {}): string[] {
  const place = { env: process.env, home: homeFolder(), workspace: undefined };
  const plugin = name === "claude" ? findPlugin(place, packageVersion()) : undefined;
  const problem = plugin && pluginProblem(plugin, packageVersion());
  return problem === undefined ? [] : [`${name}'s plugin is of Tamis ${plugin?.version}, ${problem}`];
}

function nothingCame(agent: string | undefined, file: string | undefined): string {
  const asked = file === undefined ? `--agent ${agent}` : `--profile ${printable(file, 200)}`;
  return agent === undefined && file === undefined
    ? "no request came through the gateway; does the command heed the base URL variables?"
    : `no request came through the gateway; \`tamis doctor ${asked}\` shows what leads them past it`;
}

interface Resuming extends Pick<AgentProfile, "name" | "resume"> {
  /** Conversations that this run saw first in their middle. */
  beganElsewhere: number;
  /** Whether the agent resumes a conversation of this run only with this launch. */
  ownSessions: boolean;
}

/** Lines about resuming, without line feeds; none where nothing was reduced and it does not matter who resumes, or the agent resumes nothing. */
export function resumeLines(
  entries: readonly LedgerEntry[],
  { name, resume, beganElsewhere, ownSessions }: Resuming,
): string[] {
  const began = beganElsewhere === 0 ? [] : [beganLine(beganElsewhere)];
  const isSmaller = ({ mode, reducedCount }: LedgerEntry) => mode === "reduce" && reducedCount > 0;
  const last = entries.findLast((entry) => entry.refused === undefined && (ownSessions || isSmaller(entry)));
  if (last === undefined || resume === undefined) return began;
  const { session, model, host, wire } = last;
  // Without the agent's own id there is nothing that names the conversation.
  if (session === undefined && resume.some((one) => one.includes("{session}"))) return began;
  const args = resume.map((one) => one.replaceAll("{session}", printable(session ?? "", 64)));
  const command = `to resume: tamis ${[name, ...args].join(" ")}`;
  if (ownSessions) return [...began, `${command}; without tamis ${name} does not know the server that it began with`];
  const isChecked = factsOf({ model, host, wire: wire ?? "anthropic" }).row.thinking.history === "bound";
  const without = isChecked
    ? "without tamis the provider may refuse thinking that its model made over smaller requests"
    : "without tamis it goes on as well, and its first request pays for the whole history once";
  return [...began, `${command}; ${without}`];
}

const beganLine = (count: number): string =>
  `${count === 1 ? "one conversation" : `${count} conversations`} began without tamis: to remove what is old there makes one request dearer, and may wait until that pays`;
