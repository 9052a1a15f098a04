import { mkdirSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { join } from "node:path";
import { Pool } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGateway } from "../../ts/gateway/index.js";
import { reduceBody } from "../../ts/index.js";
import { tamis } from "../cli/run-cli.js";
import { makeCertificate } from "../support/certificate.js";
import { temporaryFolder } from "../support/folder.js";
import { thrownBy } from "../support/thrown.js";
import { agentRequest, bytesOf, PATHS, WIRES } from "./requests.js";
import { STREAMS } from "./sse.js";
import { startGateway } from "./start.js";
import { json, type Respond } from "./upstream.js";

const own = makeCertificate();
const other = makeCertificate();

/** Files in a folder of the test's own. */
function files(contents: Record<string, string>): (name: string) => string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, "folder"));
  return (name) => join(folder, name);
}

async function startWithTls(respond?: Respond) {
  const at = files({ "cert.pem": own.cert, "key.pem": own.key });
  return startGateway(respond, { gateway: { tlsCert: at("cert.pem"), tlsKey: at("key.pem") } });
}

function clientOf(url: string, ca = own.cert): Pool {
  const pool = new Pool(url, { connect: { ca } });
  onTestFinished(() => pool.destroy());
  return pool;
}

describe("a gateway with tls_cert and tls_key", () => {
  it.each(WIRES)("presents its certificate, and reduces and forwards: %s", async (wire) => {
    const { url, upstream } = await startWithTls(json({ fine: true }));
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const body = bytesOf(agentRequest(wire));
    const answer = await clientOf(url).request({ method: "POST", path: PATHS[wire], body });
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, '{"fine":true}']);
    expect(answer.headers["x-tamis-stage"]).toBe("masking");
    expect(upstream.arrived[0]?.body.equals(reduceBody(body, undefined, { wire }).body)).toBe(true);
  });

  it("passes streams on event by event", async () => {
    let next = () => {};
    const { url } = await startWithTls(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      for (const event of STREAMS.anthropic) {
        await new Promise<void>((resolve) => {
          next = resolve;
        });
        response.write(event);
      }
      response.end();
    });
    const { body } = await clientOf(url).request({ method: "POST", path: PATHS.anthropic, body: "{}" });
    const reader = body[Symbol.asyncIterator]();
    for (const event of STREAMS.anthropic) {
      next();
      expect(String((await reader.next()).value)).toBe(event);
    }
    expect((await reader.next()).done).toBe(true);
  });

  it("fails clients that trust another certificate, refuses plain HTTP, and continues to serve", async () => {
    const { url, upstream } = await startWithTls();
    const ask = (pool: Pool) => pool.request({ method: "GET", path: "/livez" });
    await expect(ask(clientOf(url, other.cert))).rejects.toThrow(/certificate/);
    const { port } = new URL(url);
    const plain = new Promise((resolve, reject) => {
      const sent = plainRequest({ port, host: "127.0.0.1", path: "/v1/models" }, resolve);
      sent.on("error", reject).end();
    });
    await expect(plain).rejects.toThrow(/socket hang up|ECONNRESET/);
    const answer = await ask(clientOf(url));
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, "ok\n"]);
    expect(upstream.arrived).toEqual([]);
  });
});

describe("a certificate or a key that cannot be used", () => {
  const CONTENTS = {
    "cert.pem": own.cert,
    "key.pem": own.key,
    "other-key.pem": other.key,
    "locked-key.pem": own.encryptedKey,
    "empty.pem": "",
    "text.pem": "not a certificate",
    "broken.pem": own.cert.replace(/\n[A-Za-z0-9+/]{8}/, "\nAAAAAAAA"),
  };
  const CASES: [cert: string, key: string, problem: RegExp][] = [
    ["none.pem", "key.pem", /^gateway\.tls_cert: FOLDER\/none\.pem: .*no such file/],
    ["folder", "key.pem", /^gateway\.tls_cert: FOLDER\/folder: .*directory/],
    ["empty.pem", "key.pem", /^gateway\.tls_cert: FOLDER\/empty\.pem: is no certificate in PEM/],
    ["text.pem", "key.pem", /^gateway\.tls_cert: FOLDER\/text\.pem: is no certificate in PEM/],
    ["broken.pem", "key.pem", /^gateway\.tls_cert: FOLDER\/broken\.pem: is no certificate in PEM/],
    ["key.pem", "key.pem", /^gateway\.tls_cert: FOLDER\/key\.pem: is no certificate in PEM/],
    ["cert.pem", "none.pem", /^gateway\.tls_key: FOLDER\/none\.pem: .*no such file/],
    ["cert.pem", "empty.pem", /^gateway\.tls_key: FOLDER\/empty\.pem: is no private key in PEM/],
    ["cert.pem", "cert.pem", /^gateway\.tls_key: FOLDER\/cert\.pem: is no private key in PEM/],
    ["cert.pem", "locked-key.pem", /^gateway\.tls_key: FOLDER\/locked-key\.pem: .*passphrase/],
    ["cert.pem", "other-key.pem", /^gateway\.tls_key: FOLDER\/other-key\.pem: is not the key of .*cert\.pem/],
  ];

  it.each(CASES)("names the path of the unusable file: %s, %s", (cert, key, problem) => {
    const at = files(CONTENTS);
    const make = () => createGateway({ gateway: { port: 0, tlsCert: at(cert), tlsKey: at(key) } });
    const error = thrownBy(make);
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.message.replaceAll(at(""), "FOLDER")).toMatch(problem);
    for (const secret of [own.key, other.key]) expect(error.message).not.toContain(secret.split("\n")[1]);
  });

  it("ends the command with that message and exit code 2", () => {
    const at = files(CONTENTS);
    writeFileSync(at("tamis.toml"), `[gateway]\ntls_cert = "${at("cert.pem")}"\ntls_key = "${at("other-key.pem")}"\n`);
    const { status, stderr } = tamis(["gateway", "--config", at("tamis.toml"), "--port", "0"]);
    expect(stderr).toContain(`gateway.tls_key: ${at("other-key.pem")}: is not the key of ${at("cert.pem")}`);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
  });
});
