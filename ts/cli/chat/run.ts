import { readdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf, TamisError } from "../../base/errors.js";
import { absolutePath, homeFolder } from "../../base/home-folder.js";
import { makeFolder } from "../../base/make-folder.js";
import { createSafely } from "../../base/write-safely.js";
import { type CondensationOptions, loadCondensationConfig } from "../../condensation/index.js";
import { ContextSession, openStore, type SessionStore } from "../../session/index.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { loadPlugIns, settingProblems } from "../shared/plug-ins.js";
import { counted } from "../shared/terminal.js";
import type { CommandContext } from "./commands.js";
import { type EndpointFlags, resolveEndpoint } from "./endpoint.js";
import { runRepl } from "./repl.js";
import { createJsonScreen, createScreen, type Screen } from "./screen.js";
import { showPlace } from "./show-place.js";

interface ChatFlags extends EndpointFlags {
  session?: string;
  /** False for `--no-store`. */
  store: string | boolean;
  maxTokens: number;
  onLimit: "trim" | "reduce" | "condense";
  system?: string;
  record?: string;
  json?: boolean;
}

/** `tamis chat`. Resolves to the exit code: 1 if input came from a pipe and a message got no answer. */
export async function runChat(flags: ChatFlags): Promise<number> {
  const { endpoint, model } = resolveEndpoint(flags, process.env);
  const record = flags.record === undefined ? undefined : createRecorder(flags.record);
  const screen = flags.json ? createJsonScreen() : createScreen();
  const { store, noStore } = await findStore(flags.store, screen);
  const session = new ContextSession({
    maxTokens: flags.maxTokens,
    onLimit: flags.onLimit,
    ...(flags.onLimit === "condense" ? { condensation: await followSettings(screen) } : {}),
    model,
    ...(flags.system === undefined ? {} : { systemPrompt: flags.system }),
  });
  tell(session, screen);
  const keep = async () => {
    if (store !== undefined && !session.stats().stored) await session.save(store);
  };
  const context: CommandContext = {
    ...{ session, endpoint, model, screen, record, keep, store, noStore },
    quit: () => {},
    setModel(name) {
      context.model = name;
      session.model = name;
    },
  };
  try {
    if (flags.session !== undefined) await resume(context, flags.session);
    greet(context);
    const allAnswered = await runRepl(context);
    return allAnswered || process.stdin.isTTY ? 0 : 1;
  } finally {
    await session.close().finally(() => store?.close());
  }
}

/** Opens the chosen store. Without the client package there is none, and the user is told why. */
async function findStore(
  place: string | boolean,
  screen: Screen,
): Promise<{ store: SessionStore | undefined; noStore: string }> {
  if (place === false) return { store: undefined, noStore: "This chat is kept in memory only (--no-store)." };
  try {
    const where = typeof place === "string" ? place : defaultPlace(process.env);
    return { store: await openStore(where), noStore: "" };
  } catch (error) {
    // Whoever names a store wants that one.
    const isAsked = typeof place === "string" || Boolean(process.env.TAMIS_SESSIONS);
    if (isAsked || !TamisError.isInstance(error) || error.code !== "PEER_MISSING") throw error;
    const noStore = `This chat is kept in memory only: ${error.message}.`;
    screen.note(noStore);
    return { store: undefined, noStore };
  }
}

function defaultPlace(env: NodeJS.ProcessEnv): string {
  if (env.TAMIS_SESSIONS) return env.TAMIS_SESSIONS;
  const data = absolutePath(env.XDG_DATA_HOME) || env.LOCALAPPDATA || join(homeFolder(), ".local", "share");
  return join(data, "tamis", "sessions.db");
}

/** Continues the session of that name, or begins one. */
async function resume({ session, store, noStore, screen }: CommandContext, name: string): Promise<void> {
  if (store === undefined) throw new CliFailure(WRONG_USAGE, `--session ${name} needs a store. ${noStore}`);
  try {
    await session.load(store, name);
    screen.note(`Going on with ${counted(session.stats().turns, "turn")}.`);
    showPlace(session, screen);
  } catch (error) {
    if (!TamisError.isInstance(error) || error.code !== "SESSION_NOT_FOUND") throw error;
    await session.save(store, { name });
  }
}

function tell(session: ContextSession, screen: Screen): void {
  session.on("warning", ({ message, advice, color }) => {
    screen.warn(message, color);
    screen.note(advice);
  });
  session.on("notice", ({ message }) => screen.note(message));
}

function greet({ screen, model, endpoint, store }: CommandContext): void {
  if (!process.stdin.isTTY) return;
  const where = store === undefined ? "in memory" : `kept in ${store.place}`;
  screen.note(`${model} at ${new URL(endpoint.url).host}, ${where}. /help lists the commands.`);
}

/** Saves requests in a folder that only its owner can read, numbered after the existing ones. */
function createRecorder(folder: string): (body: string) => void {
  const explained = <T>(run: () => T): T => attempt(FAILED, `cannot record to ${folder}`, run);
  let number = explained(() => {
    makeFolder(folder, 0o700);
    return Math.max(0, ...readdirSync(folder).map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)));
  });
  return (body) => {
    number++;
    const path = join(folder, `${String(number).padStart(4, "0")}.json`);
    explained(() => createSafely(path, body, 0o600));
  };
}

/**
 * The settings of `tamis.toml` for a chat's condensations, read anew for each. While the file does not parse, the settings as
 * they were hold.
 *
 * @throws TamisError `CONFIG_INVALID` for a file that does not parse when the chat begins.
 */
export async function followSettings(screen: Pick<Screen, "note">): Promise<() => CondensationOptions> {
  let said = "";
  const say = (problems: readonly string[]) => {
    const text = problems.join("\n");
    if (text !== said && text !== "") screen.note(text);
    said = text;
  };
  const first = loadCondensationConfig();
  const broken = await loadPlugIns(first);
  let settings = first.settings;
  say([...broken, ...settingProblems(first)]);
  return () => {
    try {
      const now = loadCondensationConfig();
      say([...broken, ...settingProblems(now)]);
      settings = now.settings;
    } catch (error) {
      say([`${messageOf(error)}; the settings as they were hold`]);
    }
    return { settings };
  };
}
