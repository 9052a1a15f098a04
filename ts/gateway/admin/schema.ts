import { fieldsOf, named, type Zod } from "../config/fields.js";

/** The address for administrators. */
export function buildAdmin(z: Zod) {
  const { table, whole, text, hostName, variableName, sha256Hex } = fieldsOf(z);
  return table({
    host: hostName().default("127.0.0.1").describe("Address to listen on."),
    port: whole("a port", 0, 65_535).default(7338).describe("Port to listen on; 0: any free one."),
    allowedHosts: z
      .array(text("a name"), "expected a list of names")
      .default([])
      .describe("More names that the Host header may have."),
    tokenEnv: variableName().optional().describe("Environment variable with the administrators' token."),
    tokenSha256: sha256Hex().optional().describe("The token's SHA-256 instead."),
  })
    .refine(...named("oneToken"))
    .optional()
    .describe("The address for administrators; without this table there is none.");
}

/** Where it is recorded who did what. */
export function buildAudit(z: Zod) {
  const { table, text } = fieldsOf(z);
  return table({
    file: text("a file name").describe(
      "File to which a line of JSON is added for each retrieval, change of the configuration and command.",
    ),
  })
    .optional()
    .describe("Where it is recorded who did what.");
}
