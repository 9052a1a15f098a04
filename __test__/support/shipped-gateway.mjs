// A gateway by the configuration that examples/deploy ships, with addresses of this machine.
import { writeFileSync } from "node:fs";
import { startProcess } from "./gateway-process.mjs";

/** @param {{ root: string, file: string, config: string, upstream: string, env: Record<string, string> }} options */
export function startShipped({ root, file, config, upstream, env }) {
  const upstreams = `\n[upstreams]\nopenai = "${upstream}"\nanthropic = "${upstream}"\ngemini = "${upstream}"\n`;
  // The names that nginx and the probes use, and a delay that a test can wait for.
  const local = config.replace(/drain_delay_ms = \d+/, "drain_delay_ms = 500") + upstreams;
  writeFileSync(file, local);
  return startProcess({ root, args: ["--config", file, "--host", "127.0.0.1", "--port", "0"], env });
}
