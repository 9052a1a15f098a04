import * as z from "zod";
import { hostName, sha256Hex, variableName } from "../config/fields.js";

const PORTS = "expected a port from 0 to 65535";
const FILES = "expected a file name";
const table = <const T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, "expected a table of settings");

/** The address for administrators. */
export const ADMIN_SCHEMA = table({
  host: hostName().default("127.0.0.1").describe("Address to listen on."),
  port: z.int(PORTS).min(0, PORTS).max(65_535, PORTS).default(7338).describe("Port to listen on; 0: any free one."),
  allowedHosts: z
    .array(z.string("expected a name").min(1, "expected a name"), "expected a list of names")
    .default([])
    .describe("More names that the Host header may have."),
  tokenEnv: variableName().optional().describe("Environment variable with the administrators' token."),
  tokenSha256: sha256Hex().optional().describe("The token's SHA-256 instead."),
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
