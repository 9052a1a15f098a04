import { fieldsOf, type Zod } from "../config/fields.js";

/** The address for administrators. */
export function buildAdmin(z: Zod) {
  const { table, whole, hostName, variableName } = fieldsOf(z);
  return table({
    host: hostName().default("127.0.0.1").describe("Address to listen on."),
    port: whole("a port", 0, 65_535).default(7338).describe("Port to listen on; 0: any free one."),
    tokenEnv: variableName().describe(
      "Environment variable with the administrators' token, or with `sha256:` and the token's SHA-256.",
    ),
  })
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
