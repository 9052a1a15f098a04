import { ownName } from "../models/name.js";

/** Major and minor version after the name of a family; a missing minor version is 0. */
export function versionOf(model: string, family: string): [major: number, minor: number] | undefined {
  const name = ownName(model);
  const match = name.startsWith(family) ? VERSION.exec(name.slice(family.length)) : null;
  return match === null ? undefined : [Number(match[1]), Number(match[2] ?? 0)];
}

const VERSION = /^(\d{1,5})(?!\d)(?:\.(\d{1,5})(?!\d))?/;
