import { agentProfiles } from "../../agents/index.js";
import { messageOf, TamisError } from "../../base/errors.js";
import {
  createGateway,
  createLogger,
  type Gateway,
  type RequestAccount,
  type RequestBodies,
  signFiles,
  watchConfig,
} from "../../gateway/index.js";
import { requireLedger } from "../../ledger/index.js";
import { loadBackend } from "../../load/backend.js";
import { priceTokens } from "../../pricing/index.js";
import { backend } from "../../reduce/reduce.js";
import { type CostLimit, openLimit } from "../run/cost-limit.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStderr, writeStdout } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";
import { type GatewayFlags, ignoredLine, loadWithFlags, tellIgnored } from "./config.js";
import { stderrLog } from "./log-format.js";
import { type OpenedPage, openGatewayPage } from "./page.js";
import { heedSignals } from "./signals.js";

/** `tamis gateway`: runs until a signal ends it. */
export async function runGateway(flags: GatewayFlags): Promise<number> {
  requireBackend(flags);
  requireCounting(flags);
  const signals = heedSignals();
  const loaded = loadWithFlags(flags);
  const signs = signFiles(loaded.watched);
  loadBackend().addon?.returnLargeMemory?.();
  await tellIgnored(loaded);
  const { watched, files, settings } = loaded;
  const logger = createLogger(settings.gateway.logLevel, stderrLog(process.env, flags.json));
  const page = await openGatewayPage(settings, { config: flags.config, env: process.env });
  const limit = flags.maxCost && (await openLimit(flags.maxCost));
  const isRecorded = page !== undefined || flags.ledger || limit !== undefined;
  const recorder = isRecorded
    ? await openRecorder(settings.gateway.mode, flags.ledger === true, page, limit)
    : undefined;
  if (flags.ledger) await recorder?.opened();
  const gateway: Gateway = createGateway(settings, { logger, ...recorder?.options });
  const url = await listen(gateway);
  const pageUrl = page?.address(url, flags.json || process.stderr.isTTY);
  await tellPlaces({ url, files, pageUrl }, flags.json);
  if (page !== undefined && !flags.ledger) await sayWithoutLedger();
  let latest = loaded;
  const load = () => {
    latest = loadWithFlags(flags);
    return latest;
  };
  const watching = watchConfig(gateway, {
    load,
    loaded,
    files: watched,
    signs,
    onReload(needRestart) {
      logger.info({ needRestart }, "configuration read anew");
      const ignored = ignoredLine(latest);
      if (ignored !== undefined) logger.warn(ignored);
      page?.reloaded(needRestart, latest.settings);
    },
    onRefused: (error) => logger.error(`configuration not usable, the old one stays: ${messageOf(error)}`),
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

/** @throws CliFailure where nothing that came would be reduced, which nobody asked for */
function requireBackend({ allowPassthrough = false }: GatewayFlags): void {
  if (allowPassthrough || backend.name !== "none") return;
  const message = `the gateway was not started, because it could reduce nothing: ${backend.reason}`;
  throw new CliFailure(FAILED, `${message} (--allow-passthrough starts it all the same)`);
}

/** @throws CliFailure where nothing could count what is spent */
function requireCounting({ maxCost, ledger = false }: GatewayFlags): void {
  if (maxCost === undefined || maxCost.span === "run" || ledger) return;
  const problem = `by the ${maxCost.span} counts what the ledger has: give --ledger, too`;
  throw new CliFailure(WRONG_USAGE, `--max-cost ${problem}; nothing was started`);
}

/** Where a gateway is reached, and where its configuration is from. */
interface Places {
  url: string;
  files: readonly string[];
  pageUrl: string | undefined;
}

async function tellPlaces(places: Places, json = false): Promise<void> {
  const { url, files, pageUrl } = places;
  if (json) return writeStdout(`${JSON.stringify(places)}\n`);
  const lines = [`tamis gateway listens on ${url} (configuration: ${files.join(", ") || "defaults"})`];
  if (pageUrl !== undefined) lines.push(`tamis: the page is at ${pageUrl}`);
  await writeStderr(toTerminal(lines.map((line) => `${line}\n`).join("")));
}

/** Keeps requests in the ledger; of which agent they are, the header with its session's id says. */
async function openRecorder(
  mode: "reduce" | "observe",
  isLedgerAsked: boolean,
  opened: OpenedPage | undefined,
  limit: CostLimit | undefined,
) {
  const { RunRecorder } = await import("../run/recorder.js");
  const recorder = new RunRecorder({ agent: "gateway", mode }, isLedgerAsked || opened !== undefined);
  const sessionHeader = agentProfiles().flatMap(({ sessionHeader: one }) => one ?? []);
  const onRequest = (account: RequestAccount, bodies?: RequestBodies) => {
    const entry = recorder.add(account);
    opened?.page.add(entry, account, bodies);
    limit?.add(entry);
    // They are read by none at the end, which may be weeks away.
    recorder.entries.length = 0;
  };
  const refuseRequest = () => limit?.refusal();
  const options = { onRequest, refuseRequest, sessionHeader, keepsRequests: true, ...opened?.options };
  return { options, opened: () => recorder.opened(), end: () => recorder.end() };
}

/** The page shows what passes also without a ledger, which nobody asked for. */
async function sayWithoutLedger(): Promise<void> {
  try {
    await requireLedger();
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    await writeStderr(`tamis: the page shows this gateway's own requests only: ${toTerminal(error.message)}\n`);
  }
}

/** Reads the list of prices, which takes a tenth of a second: at the start, and not while the first bill is made out. */
function loadPrices(): void {
  try {
    priceTokens({ model: "gpt-5", usage: { fresh: 1 } });
  } catch {
    // Whoever needs a price is told why there is none.
  }
}

/**
 * @param pricesAfterMs When the list of prices is read, in milliseconds; the first bill comes later.
 * @throws CliFailure; TamisError for a store that cannot be used
 */
export async function listen(gateway: Gateway, pricesAfterMs = 20): Promise<string> {
  try {
    const url = await gateway.listen();
    setTimeout(loadPrices, pricesAfterMs).unref();
    return url;
  } catch (error) {
    if (TamisError.isInstance(error)) throw error;
    throw new CliFailure(FAILED, `cannot listen: ${messageOf(error)}; another port: --port or gateway.port`);
  }
}
