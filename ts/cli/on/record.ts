// What `tamis on` has done: the port of its service, its file, and the agents whose settings point there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AlwaysAgent, WrittenChange } from "../../agents/index.js";
import { makeFolder } from "../../base/make-folder.js";
import { writeSafely } from "../../base/write-safely.js";
import { stateFolder } from "../../ledger/place.js";
import { CliFailure, FAILED } from "../shared/failure.js";

export interface OnRecord {
  port: number;
  service: { file: string; text: string };
  agents: Partial<Record<AlwaysAgent, WrittenChange>>;
}

export const recordFile = () => join(stateFolder(), "on.json");

export const urlAt = (port: number): string => `http://127.0.0.1:${port}`;

/** @throws CliFailure where it cannot be read */
export function readRecord(): OnRecord | undefined {
  if (!existsSync(recordFile())) return undefined;
  try {
    return JSON.parse(readFileSync(recordFile(), "utf8")) as OnRecord;
  } catch {
    throw new CliFailure(FAILED, `${recordFile()} cannot be read, so that nothing can be undone by it`);
  }
}

export function writeRecord(record: OnRecord): void {
  makeFolder(stateFolder(), 0o700);
  writeSafely(recordFile(), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** The URL of the service; undefined where there is none, or its record cannot be read. */
export function serviceUrl(): string | undefined {
  try {
    const port = readRecord()?.port;
    return port === undefined ? undefined : urlAt(port);
  } catch {
    return undefined;
  }
}

const PAUSE_MS = 100;

/** Whether a gateway answers there, within a time in which it may have yet to start. */
export async function answers(url: string, patienceMs: number): Promise<boolean> {
  for (const end = Date.now() + patienceMs; ; await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))) {
    const left = Math.max(end - Date.now(), PAUSE_MS);
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(left) }).catch(() => undefined);
    if (response?.ok === true) return true;
    if (Date.now() >= end) return false;
  }
}
