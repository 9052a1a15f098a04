// Agents on a terminal that ask before they leave their folder: no dialog before work, and the model reads an original without
// a question, as in print mode. A dialog that an agent shows without Tamis as well is none of ours: its settings avoid it.
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clientRuns, guardedTerminalArgs, terminalRuns } from "./agent-clients.mjs";
import { AgentTerminal, until } from "./agent-terminal.mjs";

/** One turn that lists, one that reads in the workspace; then the original is read. */
export const DIALOG_STEPS = 2;
/** What questions have on the screen, of any agent. */
const DIALOG =
  /Enter to confirm|Do you (want|trust)|Is this a (directory|project)|Permission required|Allow once|Yes, (proceed|continue)|Press enter to continue|Would you like to|Apply this change|Allow execution/i;
/** A dialog may come a moment after the first screen. */
const SETTLES_MS = 2_000;
const WORK_MS = 120_000;
/** The first start of an agent makes its files; on a busy machine that takes a minute. */
const START_MS = 180_000;
/** Results are masked after a turn. */
const EARLY = '[mask]\nwindow_turns = 1\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n';

/**
 * Starts an agent without Tamis and with it; with it the model also works, and reads an original back where `reads`.
 *
 * @returns {Promise<{ readBack: boolean | undefined }>}
 */
export async function tryDialogs({ agent, reads, node, nodeName, provider, workspace, scratch, bin, root, task }) {
  const all = { agent, node, nodeName, provider, workspace, scratch, bin, root };
  await withTerminal({ ...all, which: "direct" }, starts);
  return withTerminal({ ...all, which: "tamis" }, async (terminal, client, record) => {
    await starts(terminal, client);
    await terminal.type(`${task}: do it`);
    await showsNoDialog(terminal, "LAST WORD after", WORK_MS);
    await terminal.type(client.quit);
    await terminal.ended();
    const { faults, readBack } = record();
    if (faults.length > 0) throw new Error(faults[0]);
    if (reads && readBack !== true) throw new Error(`the original was not read: ${readBack}`);
    return { readBack };
  });
}

async function starts(terminal, { ready }) {
  await showsNoDialog(terminal, ready, START_MS);
  await sleep(SETTLES_MS);
  await showsNoDialog(terminal, ready);
}

/** Waits for a text; throws where a question comes in its place. */
async function showsNoDialog(terminal, text, patienceMs) {
  const isThere = async () => {
    const screen = await terminal.screen();
    const [dialog] = DIALOG.exec(screen) ?? [];
    if (dialog !== undefined) return { dialog, screen };
    return screen.includes(text) ? {} : undefined;
  };
  const { dialog, screen } = await until(`"${text}"`, isThere, patienceMs).catch(async (error) => {
    throw new Error(`${error.message}; on the screen: ${(await terminal.screen()).slice(-1500)}`);
  });
  if (dialog !== undefined) throw new Error(`a dialog, "${dialog}": ${screen.slice(-1500)}`);
}

async function withTerminal({ agent, node, nodeName, provider, workspace, scratch, bin, root, which }, use) {
  const name = `dialogs-${agent}-${nodeName}-${which}`;
  const url = provider.url(name);
  const { env, direct } = clientRuns("", url)[agent];
  const client = { ...terminalRuns(workspace)[agent], ...guardedTerminalArgs[agent] };
  const home = join(scratch, name);
  const config = `[upstreams]\nanthropic = "${url}"\nopenai = "${url}/v1"\ngemini = "${url}"\n${EARLY}`;
  for (const [path, text] of Object.entries({ ...client.home, ".config/tamis/tamis.toml": config })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const isDirect = which === "direct";
  const command = isDirect
    ? [join(bin, agent), ...(direct.args ?? []), ...client.args]
    : [node, join(root, "dist/cli/main.cjs"), agent, ...client.args];
  const PATH = [bin, dirname(node), process.env.PATH].join(delimiter);
  const own = { PATH, HOME: home, XDG_STATE_HOME: join(home, "state"), ...env, ...client.env };
  const terminal = new AgentTerminal(scratch, name);
  try {
    await terminal.start(command, { ...own, ...(isDirect ? direct.env : {}) }, workspace);
    return await use(terminal, client, () => provider.run(name));
  } catch (error) {
    throw new Error(`${which}: ${error.message}`);
  } finally {
    await terminal.close();
  }
}
