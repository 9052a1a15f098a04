import { createGateway, createLogger, type Gateway, watchConfig } from "../../gateway/index.js";
import { CliFailure, explainSystemError, FAILED } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";
import { type GatewayFlags, loadWithFlags } from "./config.js";
import { stderrLog } from "./log-format.js";
import { openGatewayPage } from "./page.js";
import { heedSignals } from "./signals.js";

/** `tamis gateway`: runs until a signal ends it. */
export async function runGateway(flags: GatewayFlags): Promise<number> {
  const signals = heedSignals();
  const loaded = loadWithFlags(flags);
  const { settings, watched, files } = loaded;
  const logger = createLogger(settings.gateway.logLevel, stderrLog());
  const page = await openGatewayPage(settings, { config: flags.config, env: process.env });
  const gateway = createGateway(settings, { logger, ...page?.options });
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
  return 0;
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
