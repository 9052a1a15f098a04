import { homedir, userInfo } from "node:os";
import { isAbsolute, sep } from "node:path";

/** A path that a variable gives; undefined where it is none or relative: what that means depends on who starts us where. */
export const absolutePath = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;

/**
 * The user's own folder, always absolute. `HOME` may be empty, as under some services, and Node then answers with an empty
 * path: a file in it would be one of the working directory, which is not the user's own and not to be trusted as such.
 */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return absolutePath(env.HOME) ?? absolutePath(homedir()) ?? absolutePath(accountFolder()) ?? sep;
}

/** As the system has it, whatever the environment says. */
function accountFolder(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // Some containers run as a user that the system does not know.
    return undefined;
  }
}
