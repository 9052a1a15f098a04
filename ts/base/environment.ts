/**
 * A variable of the environment; undefined where it is not set, and where the runtime lets nobody read it (Deno without
 * `--allow-env`).
 */
export function variable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}
