import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { messageOf } from "../../base/errors.js";
import { requireLedger } from "../../ledger/index.js";
import { Page, servePage } from "../../ui/index.js";
import { heedSignals } from "../gateway/signals.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStdout } from "../shared/io.js";

/** The options of `tamis ui`. */
interface UiFlags {
  port: number;
  open: boolean;
  json?: boolean;
}

/** `tamis ui`: runs until a signal ends it. */
export async function runUi(paths: readonly string[], { port, open, json }: UiFlags): Promise<number> {
  for (const path of paths) attempt(WRONG_USAGE, `cannot read ${path}`, () => statSync(path));
  await requireLedger();
  const signals = heedSignals();
  const page = new Page({ surface: "ui", sources: paths });
  const served = await servePage(page, { host: "127.0.0.1", port }).catch((error) => {
    throw new CliFailure(FAILED, `cannot listen: ${messageOf(error)}; another port: --port`);
  });
  const [url = "", token = ""] = served.address.split("/#token=");
  await writeStdout(
    json ? `${JSON.stringify({ url: served.address, base: url, token, pid: process.pid })}\n` : `${served.address}\n`,
  );
  if (open && process.stdout.isTTY && !process.env.CI) openBrowser(served.address);
  await signals.ended;
  await served.close();
  return 0;
}

/** Opens an address in the user's browser, where there is a program for it; else nothing happens. */
function openBrowser(address: string): void {
  const [file, args] =
    process.platform === "darwin"
      ? ["open", [address]]
      : process.platform === "win32"
        ? ["rundll32", ["url.dll,FileProtocolHandler", address]]
        : ["xdg-open", [address]];
  const child = spawn(file, args, { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
