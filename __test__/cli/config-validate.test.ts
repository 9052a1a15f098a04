// `tamis config validate` on what a configuration names: files, addresses, environment variables.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.js";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();
const { cert, key } = makeCertificate();
writeFileSync(join(folder, "cert.pem"), cert);
writeFileSync(join(folder, "key.pem"), key);
writeFileSync(join(folder, "other.pem"), makeCertificate().key);
mkdirSync(join(folder, "a-folder"));

function validate(text: string, { env, args = [] }: { env?: Record<string, string>; args?: string[] } = {}) {
  writeFileSync(join(folder, "tamis.toml"), text);
  const options = { cwd: folder, env: { XDG_CONFIG_HOME: folder, ...env } };
  const { status, stdout, stderr } = tamis(["config", "validate", "tamis.toml", ...args], options);
  return { status, stdout: stdout.toString(), stderr };
}

const tls = (certFile: string, keyFile: string) => `[gateway]\ntls_cert = "${certFile}"\ntls_key = "${keyFile}"\n`;
const SUMMARIZER = `[budget]\ntokens = 1000\n[summarizer]\nupstream = "openai"\nmodel = "m"\napi_key_env = "MY_KEY"\n`;

describe("tamis config validate", () => {
  it("accepts files that can be used, found from the configuration's own folder", () => {
    expect(validate(tls("cert.pem", "key.pem"))).toEqual({ status: 0, stdout: "", stderr: "tamis.toml: fine\n" });
  });

  it.each([
    ["none.pem", "key.pem", "2:1: gateway.tls_cert: ", "none.pem: cannot be read"],
    ["cert.pem", "none.pem", "3:1: gateway.tls_key: ", "none.pem: cannot be read"],
    ["a-folder", "key.pem", "2:1: gateway.tls_cert: ", "a-folder: cannot be read"],
    ["key.pem", "key.pem", "2:1: gateway.tls_cert: ", "is no certificate"],
    ["cert.pem", "cert.pem", "3:1: gateway.tls_key: ", "is no private key"],
    ["cert.pem", "other.pem", "3:1: gateway.tls_key: ", "is not the key of"],
  ])("names the place of a TLS file that cannot be used: %s, %s", (certFile, keyFile, place, problem) => {
    const { status, stderr } = validate(tls(certFile, keyFile));
    expect(status).toBe(2);
    expect(stderr).toContain(`tamis.toml:${place}`);
    expect(stderr).toContain(problem);
    expect(stderr).not.toMatch(/: fine| {3}at /);
  });

  it("names every problem, not the first alone, in the file's own spelling", () => {
    const { stderr } = validate('[gateway]\ntlsCert = "a.pem"\ntlsKey = "b.pem"\n');
    expect(stderr).toMatch(/tamis\.toml:2:1: gateway\.tlsCert: .*a\.pem: cannot be read/);
    expect(stderr).toMatch(/tamis\.toml:3:1: gateway\.tlsKey: .*b\.pem: cannot be read/);
  });

  it.skipIf(process.getuid?.() === 0)("names a key that may not be read", () => {
    writeFileSync(join(folder, "locked.pem"), key);
    chmodSync(join(folder, "locked.pem"), 0);
    expect(validate(tls("cert.pem", "locked.pem")).stderr).toContain("locked.pem: cannot be read");
  });

  it.each(["127.0.0.1:7337", "my host"])("refuses a host that nothing can listen on: %j", (host) => {
    const { status, stderr } = validate(`[gateway]\nhost = "${host}"\n`);
    expect([status, stderr]).toEqual([2, expect.stringContaining("tamis.toml:2:1: gateway.host: expected an IP")]);
  });

  it.each(["::", "fe80::1%eth0", "my_host"])("accepts the host %j", (host) =>
    expect(validate(`[gateway]\nhost = "${host}"\nown_paths = false\n`).status).toBe(0),
  );

  it("refuses an address beyond this machine without a key, as the gateway does at its start", () => {
    const text = '[gateway]\nhost = "0.0.0.0"\n';
    const { status, stderr } = validate(text);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/tamis\.toml:2:1: gateway\.host: .* need a key: /)]);
    expect(validate(`${text}[keys.ada]\ntoken_env = "MY_TOKEN"\n`).status).toBe(0);
  });

  it("shows a name that is none", () => {
    const { stderr } = validate('[upstreams.named.openai]\nurl = "https://x.example"\nprovider = "openai"\n');
    expect(stderr).toMatch(/upstreams\.named\.openai: expected a name .*, got "openai"\n$/);
  });

  it.each(["llm.corp.example/v1", "http://x:99999"])("refuses an upstream that is no usable URL: %j", (url) => {
    const { status, stderr } = validate(`[upstreams]\nopenai = "${url}"\n`);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("tamis.toml:2:1: upstreams.openai: expected an http"),
    ]);
  });

  it("warns of a key's variable that is not set or empty, for every policy, and says fine besides", () => {
    const text = `${SUMMARIZER}[policies.long.budget]\ntokens = 9000\n[policies.long.summarizer]\nupstream = "openai"\nmodel = "m"\napiKeyEnv = "OTHER_KEY"\n`;
    const { status, stderr } = validate(text, { env: { OTHER_KEY: "" } });
    expect([status, stderr.split("\n")]).toEqual([
      0,
      [
        "tamis.toml:6:1: warning: summarizer.api_key_env: the environment variable MY_KEY is not set; the gateway needs it to start",
        "tamis.toml:12:1: warning: policies.long.summarizer.apiKeyEnv: the environment variable OTHER_KEY is not set; the gateway needs it to start",
        "tamis.toml: fine but for 2 warnings",
        "",
      ],
    ]);
  });

  it("warns of each person's token that is not there, and refuses one that the gateway would refuse at its start", () => {
    const text = '[keys.ada]\ntoken_env = "ADA"\n[keys.ben]\ntoken_env = "BEN"\n[keys.eve]\ntoken_env = "EVE"\n';
    const none = (line: number, name: string) =>
      `tamis.toml:${line}:1: warning: keys.${name}.token_env: the environment variable ${name.toUpperCase()} is not set; it holds the token`;
    const lines = (env: Record<string, string>) => validate(text, { env }).stderr.split("\n");
    const good = "0123456789abcdef";
    expect(lines({ ADA: "", BEN: good })).toEqual([
      none(2, "ada"),
      none(6, "eve"),
      "tamis.toml: fine but for 2 warnings",
      "",
    ]);
    const short = "keys.ben.token_env: the token in BEN must have at least 16 characters, and no spaces";
    expect(lines({ ADA: good, BEN: "short" })).toEqual([
      none(6, "eve"),
      `tamis: CONFIG_INVALID: tamis.toml:4:1: ${short}`,
      "",
    ]);
    expect(lines({ ADA: good, BEN: good, EVE: good })[0]).toMatch(/keys\.ben: has the token of the key ada/);
  });

  it("never shows a key's value: neither the variable's nor one that is written in place of its name", () => {
    const set = validate(SUMMARIZER, { env: { MY_KEY: "sk-secret-1" } });
    expect([set.status, set.stderr]).toEqual([0, "tamis.toml: fine\n"]);
    for (const args of [[], ["--json"]]) {
      const written = validate(SUMMARIZER.replace("MY_KEY", "sk-secret-2"), { args });
      expect(written.status).toBe(2);
      expect(written.stderr + written.stdout).toContain("expected the name of an environment variable");
      expect(written.stderr + written.stdout).not.toContain("sk-secret");
    }
  });

  it.each([
    ['allowed_hosts = ["llm.corp:443"]', "allowed_hosts[0]"],
    ['allowed_hosts = ["ok", "https://llm.corp", "https://llm.corp/"]', "allowed_hosts[2]"],
  ])("warns of a name that no header can have: %s", (line, path) => {
    const { status, stderr } = validate(`[gateway]\n${line}\n`);
    expect([status, stderr]).toEqual([0, expect.stringContaining(`tamis.toml:2:1: warning: gateway.${path}: `)]);
  });

  it("prints the same as JSON with --json", () => {
    const fine = validate(SUMMARIZER, { args: ["--json"] });
    expect([fine.status, fine.stderr, JSON.parse(fine.stdout)]).toEqual([
      0,
      "",
      {
        ok: true,
        files: ["tamis.toml"],
        errors: [],
        warnings: [{ path: "summarizer.api_key_env", message: expect.stringContaining("MY_KEY is not set") }],
      },
    ]);
    const cases = [
      [tls("none.pem", "key.pem"), "gateway.tls_cert", "none.pem: cannot be read"],
      ["[limits]\nidle_ms = 0\n", "limits.idle_ms", "expected a whole number of milliseconds"],
      ["[limits\n", "", "not valid TOML at line 1"],
    ] as const;
    for (const [text, path, message] of cases) {
      const { status, stderr, stdout } = validate(text, { args: ["--json"] });
      const { ok, errors } = JSON.parse(stdout);
      expect([status, stderr, ok, errors]).toEqual([
        2,
        "",
        false,
        [{ path, message: expect.stringContaining(message) }],
      ]);
    }
    const none = tamis(["config", "validate", "none.toml", "--json"], { cwd: folder });
    expect([none.status, none.stderr, JSON.parse(none.stdout.toString())]).toEqual([
      2,
      "",
      {
        ok: false,
        files: ["none.toml"],
        errors: [{ path: "", message: "cannot read none.toml: no such file or folder" }],
        warnings: [],
      },
    ]);
  });
});
