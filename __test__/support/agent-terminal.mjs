// Agents on a terminal of their own (tmux): what is typed, what is on the screen, how they end, and what they leave running.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run, tryRun } from "./tools.mjs";

const POLL_MS = 200;
const KEY_MS = 600;
/** The machine may be busy. */
const PATIENCE_MS = 60_000;
const quoted = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;

/** Waits until `found` gives something. */
export async function until(what, found, patienceMs = PATIENCE_MS) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(POLL_MS)) {
    const value = await found();
    if (value) return value;
  }
  throw new Error(`waited in vain: ${what}`);
}

/** A program on a terminal of 150 × 50. */
export class AgentTerminal {
  #socket;
  #status;
  #mark;

  constructor(folder, mark) {
    this.#socket = join(folder, `${mark}.tmux`);
    this.#status = join(folder, `${mark}.status`);
    this.#mark = mark;
  }

  /** @param {Record<string, string>} env the whole environment */
  async start([file, ...args], env, cwd) {
    const all = { ...env, TERM: "xterm-256color", LANG: "C.UTF-8", TAMIS_TRIAL: this.#mark };
    const words = ["env", "-i", ...Object.entries(all).map(([key, value]) => `${key}=${value}`), file, ...args];
    // The shell outlives an interrupt, to say how the program ended.
    const line = `trap : INT; ${words.map(quoted).join(" ")}; echo $? > ${quoted(this.#status)}; trap '' INT; exec sleep 600`;
    await this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "150", "-y", "50", "-s", "a", "-c", cwd, line);
  }

  async screen() {
    return (await this.#tmux("capture-pane", "-p", "-J", "-S", "-200", "-t", "a")).trimEnd();
  }

  /** Waits for a text on the screen. */
  shows(text, patienceMs = PATIENCE_MS) {
    const isThere = async () => (await this.screen()).includes(text);
    return until(`"${text}"`, isThere, patienceMs).catch(async (error) => {
      throw new Error(`${error.message}; on the screen: ${(await this.screen()).slice(-1500)}`);
    });
  }

  async type(text) {
    await this.#tmux("send-keys", "-t", "a", "-l", text);
    // Keys that come all at once are taken for a paste, and a busy agent reads them all at once.
    await this.shows(text.slice(0, 40));
    await sleep(1000);
    await this.#tmux("send-keys", "-t", "a", "Enter");
  }

  /** A key by its name for tmux; agents take keys that come at once for one of another meaning. */
  async press(key) {
    await this.#tmux("send-keys", "-t", "a", key);
    await sleep(KEY_MS);
  }

  /** Presses a key until a text is on the screen. */
  pressUntil(key, text) {
    const isThere = async () => (await this.screen()).includes(text) || this.press(key);
    return until(`"${text}" by ${key}`, isThere);
  }

  interrupt() {
    return this.#tmux("send-keys", "-t", "a", "C-c");
  }

  /** The exit code; undefined while it runs. */
  get status() {
    const text = existsSync(this.#status) ? readFileSync(this.#status, "utf8").trim() : "";
    return text === "" ? undefined : Number(text);
  }

  /** Presses Ctrl-C until the program ends; the exit code. */
  async interruptToEnd() {
    for (let presses = 1; presses <= 20 && this.status === undefined; presses++) {
      await this.interrupt();
      // Agents take a second one for the end only if it comes soon; a third would meet one that is ending already.
      const pauseMs = presses % 2 === 1 ? 500 : 5000;
      await until("the end", () => this.status !== undefined, pauseMs).catch(() => {});
    }
    return this.ended();
  }

  async ended() {
    await until("the end", () => this.status !== undefined).catch(async (error) => {
      throw new Error(`${error.message}; on the screen: ${(await this.screen()).slice(-1500)}`);
    });
    return this.status;
  }

  /** Names of the processes that were started here and still run. */
  running() {
    return this.#processes().map(({ name }) => name);
  }

  /** Whether a program of this name runs here, by itself or as a script of Node. */
  runs(program) {
    return this.#processes().some(({ name, words }) => name === program || words.includes(program));
  }

  #processes() {
    const mark = `TAMIS_TRIAL=${this.#mark}`;
    return readdirSync("/proc").flatMap((pid) => {
      if (!/^\d+$/.test(pid)) return [];
      try {
        const parts = (file) => readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0");
        if (!parts("environ").includes(mark)) return [];
        const paths = parts("cmdline").filter((word) => word.startsWith("/"));
        return [{ name: parts("comm").join("").trim(), words: paths.map((path) => basename(path)) }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
  }

  async close() {
    await tryRun("tmux", ["-S", this.#socket, "kill-server"]);
  }

  #tmux(...args) {
    return run("tmux", ["-S", this.#socket, ...args]);
  }
}
