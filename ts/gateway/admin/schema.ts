import { isIP } from "node:net";
import * as z from "zod";

const VARIABLES = "expected the name of an environment variable: letters, digits and underscores";
const HASHES = "expected a SHA-256 in 64 hex digits";
const HOSTS = "expected an IP address or a name, without scheme, port and brackets";
const PORTS = "expected a port from 0 to 65535";
const FILES = "expected a file name";
const isHost = (value: string) => isIP(value) !== 0 || /^[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9.])?$/i.test(value);
const table = <const T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, "expected a table of settings");

/** The address for administrators. */
export const ADMIN_SCHEMA = table({
  host: z.string(HOSTS).refine(isHost, HOSTS).default("127.0.0.1").describe("Address to listen on."),
  port: z.int(PORTS).min(0, PORTS).max(65_535, PORTS).default(7338).describe("Port to listen on; 0: any free one."),
  allowedHosts: z
    .array(z.string("expected a name").min(1, "expected a name"), "expected a list of names")
    .default([])
    .describe("More names that the Host header may have."),
  tokenEnv: z
    .string(VARIABLES)
    .regex(/^[A-Z_][A-Z0-9_]{0,254}$/i, VARIABLES)
    .optional()
    .describe("Environment variable with the administrators' token."),
  tokenSha256: z
    .string(HASHES)
    .regex(/^[0-9a-f]{64}$/, HASHES)
    .optional()
    .describe("The token's SHA-256 instead."),
}).refine(
  ({ tokenEnv, tokenSha256 }) => (tokenEnv === undefined) !== (tokenSha256 === undefined),
  "needs token_env or token_sha256, one of them",
);

/** Where it is recorded who did what. */
export const AUDIT_SCHEMA = table({
  file: z
    .string(FILES)
    .min(1, FILES)
    .max(4096, FILES)
    .describe("File to which a line of JSON is added for each retrieval, change of the configuration and command."),
});

export type AdminSettings = z.output<typeof ADMIN_SCHEMA>;
