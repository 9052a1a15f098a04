import { agentProfiles } from "../../agents/index.js";
import {
  createGateway,
  createLogger,
  type Gateway,
  type RequestAccount,
  type RequestBodies,
  watchConfig,
} from "../../gateway/index.js";
import { CliFailure, explainSystemError, FAILED } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";
import { type GatewayFlags, loadWithFlags } from "./config.js";
import { stderrLog } from "./log-format.js";
import { type OpenedPage, openGatewayPage } from "./page.js";
import { heedSignals } from "./signals.js";

/** `tamis gateway`: runs until a signal ends it. */
export async function runGateway(flags: GatewayFlags): Promise<number> {
  const signals = heedSignals();
  const loaded = loadWithFlags(flags);
  const { settings, watched, files } = loaded;
  const logger = createLogger(settings.gateway.logLevel, stderrLog());
  const page = await openGatewayPage(settings, { config: flags.config, env: process.env });
  const recorder = page !== undefined || flags.ledger ? await openRecorder(settings.gateway.mode, page) : undefined;
  const gateway = createGateway(settings, { logger, ...recorder?.options });
  const url = await listen(gateway);
  const from = files.join(", ") || "defaults";
  await writeStderr(toTerminal(`tamis gateway listens on ${url} (configuration: ${from})\n`));
  if (page !== undefined) await writeStderr(toTerminal(`tamis: the page is at ${page.address(url)}\n`));
  let latest = loaded;
  const load = () => {
    latest = loadWithFlags(flags);
    return latest;
  };
  const watching = watchConfig(gateway, {
    load,
    loaded,
    files: watched,
    onReload(needRestart) {
      logger.info({ needRestart }, "configuration read anew");
      page?.reloaded(needRestart, latest.settings);
    },
    onRefused: (error) =>
      logger.error(`configuration not usable, the old one stays: ${error instanceof Error ? error.message : error}`),
  });
  page?.watch(watching.reload);
  signals.onHangup(watching.reload);
  await signals.ended;
  watching.stop();
  // From here on a signal ends the process at once, by default behaviour.
  await gateway.close();
  await page?.end();
  await recorder?.end();
  return 0;
}

/** Keeps requests in the ledger; of which agent they are, the header with its session's id says. */
async function openRecorder(mode: "reduce" | "observe", opened: OpenedPage | undefined) {
  const { RunRecorder } = await import("../run/recorder.js");
  const recorder = new RunRecorder({ agent: "gateway", mode }, true);
  const sessionHeader = agentProfiles().flatMap(({ sessionHeader: one }) => one ?? []);
  const onRequest = (account: RequestAccount, bodies?: RequestBodies) => {
    const entry = recorder.add(account);
    opened?.page.add(entry, account, bodies);
    // They are read by none at the end, which may be weeks away.
    recorder.entries.length = 0;
  };
  const options = { onRequest, sessionHeader, keepsRequests: true, ...opened?.options };
  return { options, end: () => recorder.end() };
}

/** @throws CliFailure */
export async function listen(gateway: Gateway): Promise<string> {
  try {
    return await gateway.listen();
  } catch (error) {
    const message = error instanceof Error ? error.message : explainSystemError(error);
    throw new CliFailure(FAILED, `cannot listen: ${message}; another port: --port or gateway.port`);
  }
}
