// nginx in front of gateways, in a folder of its own.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { untilLive } from "./gateway-process.mjs";
import { freePort } from "./toxiproxy.mjs";

/** Every folder that nginx writes to, whichever of its modules are there. */
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Workers of root's nginx run as the user `nobody`, who may not read the folder. */
const USER = process.getuid?.() === 0 ? "user root; " : "";

/**
 * @param {{ folder: string, gateways: readonly string[], directives?: string, shipped?: string }} options URLs of the gateways;
 *   directives of the location; `shipped` is the text of examples/deploy/nginx.conf, which is used instead
 */
export async function startNginx({ folder, gateways, directives = "", shipped }) {
  const port = await freePort();
  const servers = gateways.map((url) => `server ${new URL(url).host} max_fails=0;`).join(" ");
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join(" ");
  const file = join(folder, "nginx.conf");
  const main = `${USER}daemon off; worker_processes 1; pid ${join(folder, "nginx.pid")}; error_log ${join(folder, "error.log")} warn;\n`;
  const own = `events {}
http {
  access_log off; ${folders} client_max_body_size 64m;
  upstream gateways { ${servers} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateways; proxy_http_version 1.1;
      proxy_set_header Connection ""; proxy_set_header Host $host;
      ${directives}
    }
  }
}
`;
  const local = shipped?.replace("http {", `http { ${folders}`).replace("listen 8080;", `listen 127.0.0.1:${port};`);
  const addressed = gateways.reduce((text, url, at) => text?.replace(`tamis-${at + 1}:7337`, new URL(url).host), local);
  writeFileSync(file, main + (addressed ?? own));
  const child = spawn("nginx", ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilLive("nginx", url);
  return {
    url,
    close() {
      child.kill();
      return exited;
    },
  };
}
