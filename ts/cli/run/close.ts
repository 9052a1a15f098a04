import type { Gateway } from "../../gateway/index.js";

/** Most time for which a request that is still open holds the end up, in milliseconds. */
const LONGEST_MS = 120_000;
/** From then on it is said why nothing ends. */
const TELL_MS = 1_000;

/**
 * Ends the gateway of a command that has ended. A process that the command has left running may still wait for an answer,
 * which it gets, as it would without a gateway; a signal cuts it off.
 *
 * @returns Whether there was such a process
 */
export async function closeGateway(gateway: Gateway, tell: () => void): Promise<boolean> {
  let isLeft = false;
  const telling = setTimeout(() => {
    isLeft = true;
    tell();
  }, TELL_MS);
  const cut = () => void gateway.close({ drainDelayMs: 0, drainMs: 0 });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, cut);
  await gateway.close({ drainDelayMs: 0, drainMs: LONGEST_MS });
  clearTimeout(telling);
  return isLeft;
}
