import { appendSafely } from "../../base/write-safely.js";

/** What happened; names and hashes, no text of any request and no credential. */
export type AuditEvent = { event: string } & Record<string, string | number | boolean | readonly string[] | undefined>;

const PRIVATE_FILE = 0o600;

/** Adds lines of JSON to a file, which may be moved away at any time. Without a file it does nothing. */
export class AuditLog {
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /**
   * Writes a line before it returns.
   *
   * @throws A system error: what cannot be recorded must not be done.
   */
  write(event: AuditEvent): void {
    if (this.#file === undefined) return;
    const line = JSON.stringify({ at: new Date().toISOString(), pid: process.pid, ...event });
    appendSafely(this.#file, `${line}\n`, PRIVATE_FILE);
  }
}
