// `tamis on` and `tamis off`: the service, the agent's settings, and a record of both by which they are undone.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
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
import { writeSafely } from "../../base/write-safely.js";
import { stateFolder } from "../../ledger/place.js";
import { CliFailure, explainSystemError, FAILED, systemCode, WRONG_USAGE } from "../shared/failure.js";
import { writeJson, writeStderr, writeText } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

interface OnRecord {
  port: number;
  service: { file: string; text: string };
  agents: Partial<Record<AlwaysAgent, WrittenChange>>;
}

const place = () => ({ env: process.env, home: homeFolder() });
const recordFile = () => join(stateFolder(), "on.json");

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
  const change = planAlways(name, place(), `http://127.0.0.1:${usedPort}`);
  const plan = planLines(before === undefined ? service : undefined, change);
  await say(plan.map((line) => `  ${line}\n`).join(""));
  if (!yes && !(await isWanted())) return end(false, plan);
  if (before === undefined) startService(service);
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

function servicePlan(port: number): ServicePlan {
  const command = { file: process.execPath, args: [process.argv[1] ?? ""] };
  const plan = planService(process.platform, place(), { command, port, userId: userInfo().uid });
  const program = plan?.start[0]?.[0];
  if (plan !== undefined && program !== undefined && runs([program, "--version"])) return plan;
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

/** @throws CliFailure; the service's file is gone then */
function startService({ file, text, start }: ServicePlan): void {
  if (existsSync(file))
    throw new CliFailure(FAILED, `${file} is there already and not by this record; nothing was changed`);
  try {
    makeFolder(dirname(file));
    writeSafely(file, text);
  } catch (error) {
    throw new CliFailure(FAILED, `cannot write ${file}: ${explainSystemError(error)}; nothing was changed`);
  }
  const failed = start.find((words) => !runs(words));
  if (failed === undefined) return;
  rmSync(file, { force: true });
  throw new CliFailure(FAILED, `the service cannot be started: ${failed.join(" ")} failed; nothing was changed`);
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

function readRecord(): OnRecord | undefined {
  if (!existsSync(recordFile())) return undefined;
  try {
    return JSON.parse(readFileSync(recordFile(), "utf8")) as OnRecord;
  } catch {
    throw new CliFailure(FAILED, `${recordFile()} cannot be read, so that nothing can be undone by it`);
  }
}

function writeRecord(record: OnRecord): void {
  makeFolder(stateFolder(), 0o700);
  writeSafely(recordFile(), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}
