import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Writes a script in the place of systemctl: it notes how it is called, and starts and ends what the unit says. What it started ends with
 * the test.
 *
 * @param exitCode What it ends with. @default 0
 * @returns The file with a line for each call, and the unit's.
 */
export function writeSystemctl({ home, bin, exitCode = 0 }: { home: string; bin: string; exitCode?: number }) {
  const [calls, pid] = [join(home, "calls"), join(home, "pid")];
  const unit = join(home, ".config/systemd/user/tamis.service");
  const script = `#!/bin/sh
[ "$1" = --version ] && exit 0
echo "$@" >> "${calls}"
[ ${exitCode} = 0 ] || exit ${exitCode}
case $2 in
  enable) $(sed -n 's/^ExecStart=//p' "${unit}") > /dev/null 2>&1 & echo $! > "${pid}" ;;
  disable) kill $(cat "${pid}"); rm "${pid}" ;;
esac
`;
  writeFileSync(join(bin, "systemctl"), script);
  chmodSync(join(bin, "systemctl"), 0o755);
  onTestFinished(() => {
    if (existsSync(pid)) process.kill(Number(readFileSync(pid, "utf8")));
  });
  return { calls, unit };
}

/** A port that a server of this test listens on. */
export async function usedPort() {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: String((server.address() as AddressInfo).port), server };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<string> {
  const { port, server } = await usedPort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
