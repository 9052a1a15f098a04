import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { messageOf } from "../../base/errors.js";
import { type ConfigIssue, configInvalid, issuesOf } from "./issues.js";

/** Certificate chain and private key, both PEM. */
export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

/**
 * Reads and checks both files before the server listens. OpenSSL's own errors do not name the bad file.
 *
 * @throws TamisError `CONFIG_INVALID` with the key of the configuration and the path.
 */
export function readTls(certFile: string, keyFile: string): TlsFiles {
  const cert = read("tls_cert", certFile);
  const key = read("tls_key", keyFile);
  const certificate = parseCertificate(certFile, cert);
  const privateKey = parseKey(keyFile, key);
  if (!certificate.checkPrivateKey(privateKey)) throw invalid("tls_key", keyFile, `is not the key of ${certFile}`);
  try {
    // Checks the rest of the chain, and OpenSSL's security level.
    createSecureContext({ cert, key });
  } catch (error) {
    throw invalid("tls_cert", certFile, `cannot be used: ${messageOf(error)}`);
  }
  return { cert, key };
}

/** Every problem of the two files: of each by itself, or, where both can be read, of the two together. */
export function tlsProblems(certFile: string, keyFile: string): ConfigIssue[] {
  const each = [
    ...issuesOf(() => parseCertificate(certFile, read("tls_cert", certFile))),
    ...issuesOf(() => parseKey(keyFile, read("tls_key", keyFile))),
  ];
  return each.length > 0 ? each : issuesOf(() => readTls(certFile, keyFile));
}

function read(name: "tls_cert" | "tls_key", file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw invalid(name, file, `cannot be read: ${messageOf(error)}`);
  }
}

function parseCertificate(file: string, pem: Buffer): X509Certificate {
  try {
    // Node also accepts DER here, but the server would not.
    if (!pem.includes("-----BEGIN ")) throw new Error("no such block");
    return new X509Certificate(pem);
  } catch {
    throw invalid("tls_cert", file, "is no certificate in PEM (-----BEGIN CERTIFICATE-----)");
  }
}

function parseKey(file: string, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isLocked = code === "ERR_MISSING_PASSPHRASE" || /ENCRYPTED/.test(pem.toString("latin1"));
    const problem = isLocked
      ? "is under a passphrase; a key without one is needed"
      : "is no private key in PEM (-----BEGIN PRIVATE KEY-----)";
    throw invalid("tls_key", file, problem);
  }
}

const invalid = (name: string, file: string, problem: string) =>
  configInvalid([{ path: ["gateway", name], message: `${file}: ${problem}` }], undefined);
