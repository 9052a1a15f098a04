// A certificate for loopback, made on the spot by Node's own cryptography: no tool has to be installed, and no key is kept.
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export interface Certificate {
  /** PEM; its own issuer, so it is also what a client has to trust. For `localhost` and 127.0.0.1, until 2049. */
  cert: string;
  /** PEM, PKCS #8. */
  key: string;
  /** The same key, under the passphrase `secret`. */
  encryptedKey: string;
}

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
};
const bytes = (hex: string) => Buffer.from(hex, "hex");
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, bytes(hex));
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, bytes("00"), content);
const time = (text: string) => der(0x17, Buffer.from(text));
const pem = (label: string, content: Buffer) =>
  `-----BEGIN ${label}-----\n${(content.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END ${label}-----\n`;

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const COMMON_NAME = "550403";
const BASIC_CONSTRAINTS = "551d13";
const SUBJECT_ALT_NAME = "551d11";

/** X.509 v3 (RFC 5280), ECDSA over P-256. */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signed = toBeSigned(publicKey);
  const signature = bits(sign("sha256", signed, privateKey));
  return {
    cert: pem("CERTIFICATE", sequence(signed, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    encryptedKey: privateKey.export({
      ...{ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
    } as never) as unknown as string,
  };
}

function toBeSigned(publicKey: KeyObject): Buffer {
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from("tamis test")))));
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
  const isAuthority = sequence(der(0x01, bytes("ff")));
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), der(0x01, bytes("ff")), octets(isAuthority)),
    sequence(oid(SUBJECT_ALT_NAME), octets(names)),
  );
  return sequence(
    der(0xa0, der(0x02, bytes("02"))), // version 3
    der(0x02, bytes("01")), // serial number
    ECDSA_WITH_SHA256,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
}
