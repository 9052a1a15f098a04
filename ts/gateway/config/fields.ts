// Kinds of values that several tables of the gateway's configuration have.
import { isIP } from "node:net";
import * as z from "zod";

const VARIABLES = "expected the name of an environment variable: letters, digits and underscores";
const HASHES = "expected a SHA-256 in 64 hex digits";
const HOSTS = "expected an IP address or a name, without scheme, port and brackets";
const isHost = (value: string) => isIP(value) !== 0 || /^[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9.])?$/i.test(value);

/** An address to listen on. */
export const hostName = () => z.string(HOSTS).refine(isHost, HOSTS);

/** The name of an environment variable. */
export const variableName = () => z.string(VARIABLES).regex(/^[A-Z_][A-Z0-9_]{0,254}$/i, VARIABLES);

/** A SHA-256 in lower-case hex digits. */
export const sha256Hex = () => z.string(HASHES).regex(/^[0-9a-f]{64}$/, HASHES);
