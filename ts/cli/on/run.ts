// `tamis on` and `tamis off`: the service, the agent's settings, and a record of both by which they are undone.

import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import {
  ALWAYS_AGENTS,
  type AlwaysAgent,
  planAlways,
  planService,
  type ServicePlan,
  type SettingsChange,
  undoAlways,
  type WrittenChange,
  writeAlways,
} from "../../agents/index.js";
import { homeFolder } from "../../base/home-folder.js";
import { makeFolder } from "../../base/make-folder.js";
import { explainSystemError, systemCode } from "../../base/system-errors.js";
import { writeSafely } from "../../base/write-safely.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeJson, writeStderr, writeText } from "../shared/io.js";
import { printable } from "../shared/terminal.js";
import { answers, type OnRecord, readRecord, recordFile, urlAt, writeRecord } from "./record.js";

/** A service has to answer within this time; Node starts slowly on a busy machine. */
const START_MS = 20_000;

const place = () => ({ env: process.env, home: homeFolder() });

/** The options of `tamis on`. */
interface OnFlags {
  port: number;
  yes?: boolean;
  json?: boolean;
}

/** `tamis on`. @throws CliFailure; nothing is changed then */
export async function turnOn(agent: string, { port, yes = false, json = false }: OnFlags): Promise<number> {
  const name = agentNamed(agent);
  const before = readRecord();
  const say = (text: string) => (json ? undefined : writeText(text));
  const end = async (isOn: boolean, plan: string[] = []) => {
    if (json) await writeJson({ agent: name, port: before?.port ?? port, isOn, plan });
    return isOn ? 0 : FAILED;
  };
  if (before?.agents[name] !== undefined) {
    await say(`${name} is on already, at port ${before.port}\n`);
    return end(true);
  }
  const usedPort = before?.port ?? port;
  const service = servicePlan(usedPort);
  const change = planAlways(name, place(), urlAt(usedPort));
  const plan = planLines(before === undefined ? service : undefined, change);
  await say(plan.map((line) => `  ${line}\n`).join(""));
  if (!yes && !(await isWanted())) return end(false, plan);
  if (before === undefined) await startService(service, usedPort);
  else if (!(await answers(urlAt(usedPort), START_MS)))
    throw new CliFailure(FAILED, `the service does not answer at ${urlAt(usedPort)}; nothing was changed`);
  const record: OnRecord = before ?? {
    port: usedPort,
    service: { file: service.file, text: service.text },
    agents: {},
  };
  const written = settle(() => writeAlways(change), service, before === undefined);
  writeRecord({ ...record, agents: { ...record.agents, [name]: written } });
  await say(`${name} is on from its next start on; tamis off ${name} undoes it\n`);
  return end(true, plan);
}

/** `tamis off`. */
export async function turnOff(agent: string | undefined, { json = false }: { json?: boolean }): Promise<number> {
  const record = readRecord();
  const names = agent === undefined ? ALWAYS_AGENTS : [agentNamed(agent)];
  const on = names.filter((name) => record?.agents[name] !== undefined);
  const off: { agent: AlwaysAgent; file: string; isExact: boolean }[] = [];
  let service: string | undefined;
  if (record === undefined || on.length === 0) {
    await (json ? writeJson({ off }) : writeText("nothing is on\n"));
    return 0;
  }
  const agents = { ...record.agents };
  for (const name of on) {
    const change = agents[name];
    if (change === undefined) continue;
    const isExact = undoAlways(change);
    const how = isExact ? "as it was" : "you have changed it since, so only what was ours is gone";
    delete agents[name];
    if (Object.keys(agents).length > 0) writeRecord({ ...record, agents });
    off.push({ agent: name, file: change.file, isExact });
    if (!json) await writeText(`${name} is off (${printable(change.file, 400)}: ${how})\n`);
  }
  if (Object.keys(agents).length === 0) {
    service = endService(record);
    if (!json) await writeText(`the service is gone (${printable(service, 400)})\n`);
  }
  if (json) await writeJson({ off, service });
  return 0;
}

function agentNamed(agent: string): AlwaysAgent {
  const name = ALWAYS_AGENTS.find((one) => one === agent);
  if (name !== undefined) return name;
  const known = ALWAYS_AGENTS.join(", ");
  throw new CliFailure(
    WRONG_USAGE,
    `${JSON.stringify(agent.slice(0, 40))} has no settings that can point to a gateway for good; these have: ${known}`,
  );
}

/** What npx has put into its cache, which is emptied now and then. */
const OF_NPX = /[\\/]_npx[\\/]/;

function servicePlan(port: number): ServicePlan {
  const program = process.argv[1] ?? "";
  if (OF_NPX.test(program))
    throw new CliFailure(
      FAILED,
      `this Tamis is in the cache of npx, which may be emptied, and the service with it; nothing was changed. Install it first: npm install -g tamis`,
    );
  const command = { file: process.execPath, args: [program] };
  const plan = planService(process.platform, place(), { command, port, userId: userInfo().uid });
  const manager = plan?.start[0]?.[0];
  if (plan !== undefined && manager !== undefined && runs([manager, "--version"])) return plan;
  throw new CliFailure(
    FAILED,
    `no service manager is here that Tamis knows (systemd, launchd); nothing was changed. Start \`tamis gateway --ledger --port ${port}\` with your session, and point the agent to it as docs/agents says`,
  );
}

function planLines(service: ServicePlan | undefined, { file, added }: SettingsChange): string[] {
  const lines = [
    ...(service === undefined
      ? []
      : [`${service.file}: a new file, the service`, ...service.start.map((words) => `run: ${words.join(" ")}`)]),
    ...(added.length === 0 ? [`${file}: has it already`] : added.map((what) => `${file}: ${what}`)),
  ];
  return lines.map((line) => printable(line, 600));
}

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    await writeStderr("tamis: nothing was changed; --yes does it without asking\n");
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question("Do this? [y/N] ");
  lines.close();
  if (/^y(es)?$/i.test(answer.trim())) return true;
  await writeStderr("tamis: nothing was changed\n");
  return false;
}

/** Returns when the service answers. @throws CliFailure; the service's file is gone then */
async function startService(service: ServicePlan, port: number): Promise<void> {
  const { file, text, start } = service;
  const taken = await portProblem(port);
  if (taken !== undefined)
    throw new CliFailure(FAILED, `port ${port} ${taken}; nothing was changed. Another one: --port`);
  if (existsSync(file))
    throw new CliFailure(FAILED, `${file} is there already and not by this record; nothing was changed`);
  const write = () => {
    makeFolder(dirname(file));
    writeSafely(file, text);
  };
  attempt(FAILED, `cannot write ${file}`, write, "; nothing was changed");
  const failed = start.find((words) => !runs(words));
  if (failed === undefined && (await answers(urlAt(port), START_MS))) return;
  stopService(service);
  const why = failed === undefined ? `it does not answer at ${urlAt(port)}` : `${failed.join(" ")} failed`;
  throw new CliFailure(
    FAILED,
    `the service cannot be started: ${why}; nothing was changed. \`tamis gateway --ledger --port ${port}\` may say more`,
  );
}

/** Undefined where a program can listen there. */
function portProblem(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => {
      const code = systemCode(error);
      resolve(code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`);
    });
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  });
}

/** Ends a service that was started for settings that cannot be written. */
function settle(write: () => WrittenChange, service: ServicePlan, isNew: boolean): WrittenChange {
  try {
    return write();
  } catch (error) {
    if (isNew) stopService(service);
    if (systemCode(error) === undefined) throw error;
    throw new CliFailure(
      FAILED,
      `cannot write the agent's settings: ${explainSystemError(error)}; nothing was changed`,
    );
  }
}

function stopService({ file, stop, forget }: ServicePlan): void {
  for (const words of stop) runs(words);
  rmSync(file, { force: true });
  for (const words of forget) runs(words);
}

/** The service's file, which is gone. */
function endService({ port, service }: OnRecord): string {
  const command = { file: process.execPath, args: [process.argv[1] ?? ""] };
  const plan = planService(process.platform, place(), { command, port, userId: userInfo().uid });
  if (plan !== undefined) stopService({ ...plan, file: service.file });
  rmSync(recordFile(), { force: true });
  return service.file;
}

const runs = ([file = "", ...args]: readonly string[]): boolean =>
  spawnSync(file, args, { stdio: "ignore", timeout: 30_000 }).status === 0;
