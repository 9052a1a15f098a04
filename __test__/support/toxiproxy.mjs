// Toxiproxy: a TCP proxy that makes connections bad on demand (github.com/Shopify/toxiproxy).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { until } from "./gateway-process.mjs";
import { debianProgram, run } from "./tools.mjs";

/** Builds with Go 1.17 and later, Debian's included. */
export const TOXIPROXY_VERSION = "v2.5.0";

/** The path of the server; built once, kept under `target/tools`. */
export async function toxiproxyServer({ root, log }) {
  const folder = join(root, "target/tools/toxiproxy");
  const program = join(folder, "server");
  if (!existsSync(program)) {
    await debianProgram({ program: "go", arg: "version", name: "golang", log });
    log(`building toxiproxy ${TOXIPROXY_VERSION}`);
    await run("go", ["install", `github.com/Shopify/toxiproxy/v2/cmd/server@${TOXIPROXY_VERSION}`], {
      env: { GOBIN: folder },
    });
  }
  return program;
}

/** Starts the server on a free port. `proxy` makes a proxy in front of an address, on a free port of its own. */
export async function startToxiproxy(program) {
  const port = await freePort();
  const api = `http://127.0.0.1:${port}`;
  const child = spawn(program, ["-host", "127.0.0.1", "-port", String(port)], { stdio: "ignore" });
  await until("toxiproxy answers", () =>
    fetch(`${api}/version`).then(
      () => true,
      () => false,
    ),
  );
  const call = async (method, path, body) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`toxiproxy: ${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  let made = 0;
  return {
    async proxy(url) {
      const name = `proxy${made++}`;
      const { listen } = await call("POST", "/proxies", { name, listen: "127.0.0.1:0", upstream: new URL(url).host });
      return {
        url: `http://${listen}`,
        /** `stream`: "upstream" is what the client sends, "downstream" what it gets. Of connections that are open, too. */
        add: (type, stream, attributes = {}) => call("POST", `/proxies/${name}/toxics`, { type, stream, attributes }),
        async clear() {
          for (const toxic of await call("GET", `/proxies/${name}/toxics`)) {
            await call("DELETE", `/proxies/${name}/toxics/${toxic.name}`);
          }
        },
        /** Nothing listens any more. */
        disable: () => call("POST", `/proxies/${name}`, { enabled: false }),
      };
    },
    close() {
      child.kill();
      return new Promise((resolve) => (child.exitCode === null ? child.on("exit", resolve) : resolve()));
    },
  };
}

/** A port of loopback that nothing listens on just now. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
