// `tamis savings` over published logs of real sessions: what was paid, and what each policy would have saved. The
// README's sum is read from this record.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { counter } from "../support/tools.mjs";

export const name = "savings";

/** The most bytes of the answer, which lists every session. */
const MOST_ANSWER_BYTES = 256 * 1024 * 1024;

export async function run({ log, root, shared }) {
  const { counts, check } = counter(log);
  if (shared === undefined) {
    log("left out: it reads recorded logs, which TAMIS_SHARED names");
    return counts;
  }
  const command = [join(root, "dist", "cli", "main.cjs"), "savings", join(shared, "logs"), "--json"];
  const answer = await check("the logs are read", () => {
    const { status, stdout } = spawnSync(process.execPath, command, { maxBuffer: MOST_ANSWER_BYTES, encoding: "utf8" });
    if (status !== 0) throw new Error(`exit code ${status}`);
    return JSON.parse(stdout.replaceAll(`${join(shared, "logs")}/`, ""));
  });
  const total = answer?.total;
  await check("nine bills of ten are replayed within 10 %", () => {
    const { within, of } = total.agreement;
    if (within < 0.9 * of) throw new Error(`${within} of ${of}`);
  });
  const record = { command: "tamis savings LOGS --json, its member total", sessions: answer?.sessions.length, total };
  return { ...counts, record };
}
