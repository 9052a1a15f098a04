import type { Refusal } from "./refusal.js";

/** The client's instructions to the gateway, from `x-tamis-*` headers. */
export interface Control {
  /** Name of the policy to use. */
  policy?: string;
  /** Send the request unchanged. */
  bypass: boolean;
  /** Report only. */
  dryRun: boolean;
  /** The client's name for the conversation. It appears in the log. */
  session?: string;
}

const PREFIX = "x-tamis-";
const NONE: Control = Object.freeze({ bypass: false, dryRun: false });
const VALID = "x-tamis-policy, x-tamis-bypass, x-tamis-session, x-tamis-dry-run, x-tamis-key";

/** Reads the control headers, or refuses the faulty one. */
export function readControl(rawHeaders: readonly string[]): Control | Refusal {
  let control: Control | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (!name.startsWith(PREFIX)) continue;
    control ??= { ...NONE };
    const problem = take(control, name.slice(PREFIX.length), (rawHeaders[at + 1] as string).trim());
    if (problem !== undefined) return { reason: "bad_control_header", message: `${name}: ${problem}` };
  }
  return control ?? NONE;
}

function take(control: Control, name: string, value: string): string | undefined {
  const isName = /^[\w.:-]{1,128}$/.test(value);
  const flag = /^(1|true)$/i.test(value) ? true : /^(0|false)$/i.test(value) ? false : undefined;
  if (name === "policy" || name === "session") {
    if (!isName) return "expected 1 to 128 letters, digits, dots, colons, underscores and hyphens";
    control[name] = value;
  } else if (name === "bypass" || name === "dry-run") {
    if (flag === undefined) return "expected 1, true, 0 or false";
    control[name === "bypass" ? "bypass" : "dryRun"] = flag;
  } else if (name === "key") {
    // Whose it is says the list of keys; here it only must not be taken for a mistake.
  } else return `no such header; valid ones: ${VALID}`;
  return undefined;
}
