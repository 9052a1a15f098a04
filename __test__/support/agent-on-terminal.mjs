// Agents on a terminal, with and without Tamis: a prompt and its answer, and Ctrl-C at each stage. They end in the same way,
// with the same exit code, and leave nothing running that they do not leave without Tamis.
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clientRuns, terminalRuns } from "./agent-clients.mjs";
import { AgentTerminal, until } from "./agent-terminal.mjs";

/** What an agent may still do after its end: write its files. */
const LEFT_MS = 8_000;
/** How often a stage with interrupts is tried again. */
const TRIED_AGAIN = 3;
/** What an agent does once an answer has ended. */
const SETTLED_MS = 3_000;
/** Sixty turns, on a busy machine. */
const ANSWER_MS = 300_000;

/** What is done with an agent, each until its end; the exit code. */
const STAGES = {
  async prompt(terminal, { prompt, quit, ready }) {
    await terminal.shows(ready);
    await terminal.type(prompt);
    await terminal.shows("LAST WORD after", ANSWER_MS);
    await terminal.type(quit);
    return terminal.ended();
  },
  /** A command of the agent's own between two prompts, and what it shows once it is carried out. */
  async typing(terminal, { prompt, quit, ready, record, command, shows }) {
    await terminal.shows(ready);
    await terminal.type(prompt);
    await terminal.shows("LAST WORD after", ANSWER_MS);
    await sleep(SETTLED_MS);
    await terminal.type(command);
    if (shows !== undefined) await terminal.shows(shows, ANSWER_MS);
    await sleep(SETTLED_MS);
    const before = record().lastWords;
    await terminal.type(prompt);
    await until("another last word", () => record().lastWords > before, ANSWER_MS);
    await sleep(SETTLED_MS);
    await terminal.type(quit);
    return terminal.ended();
  },
  /** The last of the prompts is taken back by the agent's own means; it then waits in the input, and is sent again. */
  async rewinding(terminal, { prompt, quit, ready, record, prompts = 2, command, picks, keys = [], shows }) {
    await terminal.shows(ready);
    for (let count = 1; count <= prompts; count++) {
      await terminal.type(prompt);
      await until(`last word ${count}`, () => record().lastWords >= count, ANSWER_MS);
      await sleep(SETTLED_MS);
    }
    if (command !== undefined) await terminal.type(command);
    if (picks !== undefined) await terminal.pressUntil(picks.key, picks.shows);
    for (const key of keys) await terminal.press(key);
    await terminal.shows(shows);
    await terminal.press("Enter");
    await until("another last word", () => record().lastWords > prompts, ANSWER_MS);
    await sleep(SETTLED_MS);
    await terminal.type(quit);
    return terminal.ended();
  },
  async starting(terminal, { agent }) {
    await until("the agent's process", () => terminal.runs(agent));
    await sleep(150);
    return terminal.interruptToEnd();
  },
  async answering(terminal, { hanging, ready, record }) {
    await terminal.shows(ready);
    await terminal.type(hanging);
    await until("an answer", () => record().hanging > 0);
    await terminal.interrupt();
    await until("the end of the answer", () => record().left > 0);
    return terminal.interruptToEnd();
  },
  async waiting(terminal, { ready }) {
    await terminal.shows(ready);
    return terminal.interruptToEnd();
  },
};

/** Runs each stage without and with Tamis; what each of them was like, with the bill of both. `run` tells runs of a stage apart. */
export async function tryOnTerminal(
  { agent, provider, workspace, scratch, bin, root, task, hangingWord, run, node = process.execPath, ...more },
  stages = ["prompt", "starting", "answering", "waiting"],
) {
  const result = {};
  for (const stage of stages) {
    const one = async (which) => {
      const name = [agent, stage, run, which].filter((part) => part !== undefined).join("-");
      const url = provider.url(name);
      const { env, direct } = clientRuns("", url)[agent];
      const client = terminalRuns(workspace)[agent];
      const home = homeWith(join(scratch, name), { ...client.home, ".config/tamis/tamis.toml": upstreams(url) });
      const isDirect = which.startsWith("direct");
      const command = isDirect
        ? [join(bin, agent), ...(direct.args ?? []), ...client.args]
        : [node, join(root, "dist/cli/main.cjs"), agent, ...client.args];
      const PATH = [bin, dirname(node), process.env.PATH].join(delimiter);
      const all = {
        PATH,
        HOME: home,
        XDG_STATE_HOME: join(home, "state"),
        ...env,
        ...client.env,
        ...(isDirect ? direct.env : {}),
      };
      const terminal = new AgentTerminal(scratch, name);
      try {
        await terminal.start(command, all, workspace);
        const facts = {
          agent,
          ...client,
          ...more,
          prompt: `${task}: do it`,
          hanging: `${hangingWord} ${task}: do it`,
          record: () => provider.run(name),
        };
        const status = await STAGES[stage](terminal, facts);
        const isGone = () => terminal.running().length === 0;
        await until("the end of all", isGone, LEFT_MS).catch(() => {});
        const endLines = (await terminal.screen())
          .split("\n")
          // The terminal shows what was typed, too.
          .map((line) => line.replace(/^(\^C)+/, ""))
          .filter((line) => line.startsWith("tamis: "));
        const { faults, requests, weight, inputTokens } = provider.run(name);
        const left = terminal.running().sort();
        return { status, left, endLines, faults: faults.length, requests, weight, inputTokens };
      } catch (error) {
        throw new Error(`${stage}, ${which}: ${error.message}`);
      } finally {
        await terminal.close();
      }
    };
    let [direct, through] = [await one("direct"), await one("tamis")];
    // A program that starts or ends is ended by the signal, or by itself while it handles signals: both may fall on either side.
    for (let again = 1; stage !== "prompt" && direct.status !== through.status && again <= TRIED_AGAIN; again++)
      [direct, through] = [await one(`direct-${again}`), await one(`tamis-${again}`)];
    const problem = problemOf(direct, through);
    if (problem !== undefined) throw new Error(`${stage}: ${problem}: ${JSON.stringify({ direct, through })}`);
    const { status, left, endLines, inputTokens } = through;
    const requests = { direct: direct.requests, through: through.requests };
    result[stage] = { status, left, endLines, inputTokens, requests, ratio: through.weight / direct.weight };
  }
  return result;
}

function problemOf(direct, through) {
  if (direct.status !== through.status) return `exit code ${through.status}, without tamis ${direct.status}`;
  const more = through.left.filter((name) => !direct.left.includes(name));
  if (more.length > 0) return `still running: ${more.join(", ")}`;
  if (through.faults > direct.faults) return `${through.faults} invalid requests`;
  return through.endLines.length === 0 ? "no line at the end" : undefined;
}

const upstreams = (url) => `[upstreams]\nanthropic = "${url}"\nopenai = "${url}/v1"\ngemini = "${url}"\n`;

function homeWith(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
