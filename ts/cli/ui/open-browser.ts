import { spawn } from "node:child_process";

/** Opens an address in the user's browser, where there is a program for it; else nothing happens. */
export function openBrowser(address: string): void {
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
