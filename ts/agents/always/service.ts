// A gateway as a service of the user's: a unit of systemd, or a job of launchd.
import { join } from "node:path";
import { shellCommand, type TamisCommand } from "../claude-plugin.js";
import { configHome, type UserPlace } from "../user-place.js";

/** A service: its file, and the commands that start and end it. */
export interface ServicePlan {
  file: string;
  text: string;
  start: readonly (readonly string[])[];
  stop: readonly (readonly string[])[];
  /** After the file is gone. */
  forget: readonly (readonly string[])[];
}

const NAME = "tamis.service";
const LABEL = "dev.tamis.gateway";

/**
 * The service of a system; undefined where Tamis knows none (Windows, and systems without systemd): there the user starts
 * `tamis gateway`.
 *
 * @param userId The user's number, for launchd.
 */
export function planService(
  platform: NodeJS.Platform,
  place: UserPlace,
  { command, port, userId }: { command: TamisCommand; port: number; userId: number },
): ServicePlan | undefined {
  const args = ["gateway", "--ledger", "--port", String(port)];
  if (platform === "linux") {
    const file = join(configHome(place), "systemd", "user", NAME);
    const systemctl = (...words: string[]) => ["systemctl", "--user", ...words];
    return {
      file,
      text: unit(shellCommand({ file: command.file, args: [...command.args, ...args] })),
      start: [systemctl("daemon-reload"), systemctl("enable", "--now", NAME)],
      stop: [systemctl("disable", "--now", NAME)],
      forget: [systemctl("daemon-reload")],
    };
  }
  if (platform !== "darwin") return undefined;
  const file = join(place.home, "Library", "LaunchAgents", `${LABEL}.plist`);
  return {
    file,
    text: plist([command.file, ...command.args, ...args]),
    start: [["launchctl", "bootstrap", `gui/${userId}`, file]],
    stop: [["launchctl", "bootout", `gui/${userId}/${LABEL}`]],
    forget: [],
  };
}

const unit = (command: string): string => `# Written by \`tamis on\`; \`tamis off\` removes it.
[Unit]
Description=Tamis gateway: smaller requests for agents

[Service]
ExecStart=${command.replaceAll("%", "%%")}
Restart=on-failure
RestartSec=2

[Install]
WantedBy=default.target
`;

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const plist = (words: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${escaped(word)}</string>\n`).join("")}  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
</dict>
</plist>
`;
