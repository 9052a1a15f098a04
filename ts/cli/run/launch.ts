// What a command gets: by its launch profile where there is one, else every base URL variable.

import { accessSync, constants, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentProfile,
  BaseUrlProblem,
  type LaunchFile,
  type LaunchPlan,
  type LeaveOut,
  planLaunch,
  profileFor,
  readProfile,
  type Surroundings,
} from "../../agents/index.js";
import { homeFolder } from "../../base/home-folder.js";
import { makeFolder, makeNewFolder } from "../../base/make-folder.js";
import { explainSystemError } from "../../base/system-errors.js";
import { createSafely } from "../../base/write-safely.js";
import { type GatewaySettings, originalsFolder } from "../../gateway/index.js";
import { stateFolder } from "../../ledger/index.js";
import { serviceUrl } from "../on/record.js";
import { attempt, CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { baseUrls, directTo, type Pointed, pointedFrom } from "./environment.js";

/** A command that is about to be started. */
export interface Launch {
  /** Undefined for a program that has no profile. */
  plan: LaunchPlan | undefined;
  /** The gateway's settings, with the upstreams that this command needs. */
  settings: GatewaySettings;
  /** The folder of originals, which the command can read; undefined: none are kept for it. */
  originals: string | undefined;
  /** What is started once the gateway listens at `url`, with more variables. `end` removes what was written for it. */
  start(
    url: string,
    more?: Readonly<Record<string, string>>,
  ): { args: readonly string[]; env: NodeJS.ProcessEnv; end: () => void };
}

export interface LaunchParts {
  settings: GatewaySettings;
  /** Providers whose upstream the configuration names. */
  configured: readonly string[];
  /** Undefined for a program that has none. */
  profile: AgentProfile | undefined;
  /** Whether originals may be kept for a command that can read them. */
  keepsOriginals: boolean;
  /** What the agent leaves out. @default nothing */
  leave?: readonly LeaveOut[] | undefined;
}

/**
 * Prepares a launch; starts nothing.
 *
 * @throws CliFailure for a base URL that is none
 */
export function prepareLaunch([, ...args]: readonly string[], parts: LaunchParts): Launch {
  const { settings, configured, profile } = parts;
  const { env } = process;
  if (profile === undefined) {
    const pointed = planned(() => pointedFrom(env, configured), WRONG_USAGE, "; nothing was started");
    const start = (url: string, more = {}) => ({
      args,
      env: { ...env, ...baseUrls(url, env, pointed), ...more },
      end: () => {},
    });
    return { plan: undefined, settings: withUpstreams(settings, pointed), originals: undefined, start };
  }
  const plan = planned(() => planLaunch(profile, surroundings(args), configured), WRONG_USAGE, "; nothing was started");
  const originals = parts.keepsOriginals && plan.readsOriginals ? originalsFolder(settings.originals, env) : undefined;
  return {
    plan,
    settings: withFolder(withUpstreams(settings, { named: plan.named, upstreams: {} }), originals),
    originals,
    start(url, more = {}) {
      const input = plan.at(url, originals, parts.leave);
      const files = writeFiles(input.files);
      const variables = { ...input.variables, ...files.variables, ...more, ...directTo(env), TAMIS_GATEWAY_URL: url };
      return { args: [...files.args, ...input.args, ...input.own], env: { ...env, ...variables }, end: files.remove };
    },
  };
}

/**
 * The profile in the user's file, else the program's.
 *
 * @throws CliFailure for a file that cannot be read; TamisError for an invalid one.
 */
export function chooseProfile(program: string, file: string | undefined): AgentProfile | undefined {
  if (file === undefined) return profileFor(program);
  try {
    return readProfile(file);
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CliFailure(WRONG_USAGE, `cannot read ${file}: ${explainSystemError(error)}; nothing was started`);
  }
}

/** Where a command is started with these arguments. */
export const surroundings = (args: readonly string[]): Surroundings => ({
  env: process.env,
  args,
  cwd: process.cwd(),
  home: homeFolder(),
  always: serviceUrl(),
});

/** What `plan` gives. @throws CliFailure for a base URL that is none */
export function planned<T>(plan: () => T, exitCode: CliFailure["exitCode"], end = ""): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof BaseUrlProblem)) throw error;
    throw new CliFailure(exitCode, `${error.message}${end}`);
  }
}

/** Time for which an original is kept after a request had it last: agents keep conversations that long by default. */
const ORIGINALS_MS = 30 * 86_400_000;

/** The user is the only caller, whatever login the agent has at the moment. */
function withFolder(settings: GatewaySettings, folder: string | undefined): GatewaySettings {
  if (folder === undefined) return settings;
  const originals = {
    ...settings.originals,
    store: "files",
    path: folder,
    tenants: "one",
    ttlMs: ORIGINALS_MS,
  } as const;
  return { ...settings, originals };
}

function withUpstreams(settings: GatewaySettings, { named, upstreams }: Pick<Pointed, "named" | "upstreams">) {
  const { tlsCert: _, tlsKey: __, ...gateway } = settings.gateway;
  const all = { ...settings.upstreams, ...upstreams, named: { ...settings.upstreams.named, ...named } };
  return { ...settings, gateway, upstreams: all };
}

/** Why a launch cannot write its own files; undefined where it can, or has none. */
export function unwritable(plan: LaunchPlan | undefined): string | undefined {
  if (!plan?.writesFiles) return undefined;
  try {
    makeFolder(stateFolder(), 0o700);
    accessSync(stateFolder(), constants.W_OK);
    return undefined;
  } catch (error) {
    return `cannot write to ${stateFolder()}: ${explainSystemError(error)}`;
  }
}

/** @throws CliFailure where the folder of Tamis's state can be written no longer */
function writeFiles(files: readonly LaunchFile[]) {
  const variables: Record<string, string> = {};
  const args: string[] = [];
  if (files.length === 0) return { variables, args, remove: () => {} };
  const write = () => {
    // Not the system's folder for such files: agents refuse settings where others could have written them.
    makeFolder(stateFolder(), 0o700);
    const folder = makeNewFolder(join(stateFolder(), "launch-"));
    for (const { variable, argument, name, text } of files) {
      const path = join(folder, name);
      createSafely(path, text, 0o600);
      if (variable !== undefined) variables[variable] = path;
      if (argument !== undefined) args.push(argument, path);
    }
    return { variables, args, remove: () => rmSync(folder, { recursive: true, force: true }) };
  };
  return attempt(WRONG_USAGE, `cannot write to ${stateFolder()}`, write, "; nothing was started");
}
