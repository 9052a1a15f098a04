// Processor time of a process and its children, from /proc.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

let ticks;

/**
 * Processor time of a process, in seconds by its number.
 *
 * @param {number} pid
 * @param {boolean} [withChildren] also of each of its children. @default true
 * @returns {Map<number, number>}
 */
export function cpuByProcess(pid, withChildren = true) {
  ticks ??= Number(execFileSync("getconf", ["CLK_TCK"]));
  return new Map((withChildren ? familyOf(pid) : [pid]).map((one) => [one, secondsOf(one)]));
}

/** The sum of what each has used since; of a process that was not there before all of it. */
export const total = (after, before) =>
  [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);

function secondsOf(pid) {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** Behind the program's name, which may have spaces. */
const fieldsOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");

function familyOf(pid) {
  const all = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  const children = all.filter((entry) => {
    try {
      return Number(fieldsOf(entry)[1]) === pid;
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}
