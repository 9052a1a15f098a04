// The only description of a launch profile: its types, its checks and its JSON Schema derive from it. zod is used by its names,
// and not given as a value: a bundler then leaves out what is not used of it, which is half.
import * as z from "zod";

/** How an agent is started so that its requests take the way through a gateway. {@link profileJsonSchema} describes each member. */
export type AgentProfile = z.output<ReturnType<typeof buildProfile>>;

/** One way by which requests leave an agent. */
export type ProfileRoute = AgentProfile["routes"][number];

/** Something that is so, or not, in the user's environment, settings or arguments. */
export type ProfileCondition = z.output<ReturnType<typeof buildCondition>>;

/** Where a value of the user's may be. */
export type ProfilePlace = z.output<ReturnType<typeof buildPlace>>;

const TEXT = "expected a text of 1 to 2,000 chars";
const NAME = "expected a name of lower-case letters, digits and hyphens";
const NAMES = /^(?!v\d)[a-z][a-z0-9-]{0,63}$/;
const VARIABLE = "expected the name of an environment variable";

const text = () => z.string(TEXT).min(1, TEXT).max(2000, TEXT);
const name = () => z.string(NAME).regex(NAMES, NAME);
const variable = () => z.string(VARIABLE).regex(/^[A-Za-z_]\w{0,254}$/, VARIABLE);

function buildPlace() {
  return z.strictObject({
    in: text().describe('"environment", or the id of one of the profile\'s settings.'),
    key: text().describe("The variable, or the dotted path in the settings."),
  });
}

function buildCondition() {
  return z.strictObject({
    in: text().describe('"environment", "arguments", or the id of one of the profile\'s settings.'),
    key: text()
      .optional()
      .describe("The variable or the dotted path; of arguments a pattern (RegExp). Without one: the file itself."),
    is: z
      .enum(["set", "unset", "true"], 'expected "set", "unset" or "true"')
      .describe("set: there and not empty; unset: the opposite; true: 1, true, yes or on."),
  });
}

/** The description of a profile. */
export function buildProfile() {
  const when = () => z.array(buildCondition()).default([]).describe("All of these must hold.");
  return z.strictObject({
    name: name().describe("The profile's name, as in `tamis NAME`."),
    title: text().describe("The agent's name, for people."),
    programs: z.array(text()).min(1).describe("File names of its program, without folder and ending."),
    install: text().optional().describe("A command that installs it."),
    checked: z
      .array(z.strictObject({ version: text(), date: text() }))
      .default([])
      .describe("Versions with which the profile was tried."),
    settings: z
      .record(text(), z.array(text()).min(1))
      .default({})
      .describe(
        "Where the user sets things, by an id; of several the first counts that says it. Files (JSON, JSONC, TOML, .env) with {home}, {NAME:-default}, {cwd} or {up} (the folder and those above it in its repository); environment:NAME and arguments:--NAME for JSON there.",
      ),
    trust: buildTrust()
      .optional()
      .describe(
        "Where the agent keeps which folders it trusts. Files of {cwd} and {up} name a server only in one of those.",
      ),
    routes: z.array(buildRoute()).min(1).describe("Ways by which requests leave; the first that holds of each id."),
    keep: z
      .array(z.strictObject({ variable: variable(), value: text(), why: text() }))
      .default([])
      .describe("Variables that keep the agent as it is without a gateway; set where it would ask the vendor itself."),
    files: z
      .array(z.strictObject({ variable: variable(), name: text(), json: z.record(text(), z.unknown()), when: when() }))
      .default([])
      .describe("Files of the launch's own, gone at its end; the variable has the file's path."),
    bypasses: z
      .array(z.strictObject({ when: when(), what: text(), to: z.array(buildPlace()).default([]) }))
      .default([])
      .describe("What leads requests past the gateway, and what helps; to: places of the server that they then go to."),
    limits: z.array(text()).default([]).describe("What cannot be reduced or reached, for people."),
    originals: buildOriginals()
      .optional()
      .describe("How the agent may read the folder of originals without a question. Without it none are kept for it."),
    policy: z
      .record(text(), z.unknown())
      .optional()
      .describe("The policy where neither the configuration nor `--preset` names one. Default: the preset safe."),
    sessionHeader: text().optional().describe("The request header with the agent's own id of a conversation."),
    resume: z
      .array(text())
      .min(1)
      .optional()
      .describe("Arguments that resume a conversation; {session}: its id, as the header of `sessionHeader` has it."),
  });
}

function buildTrust() {
  return z.strictObject({
    files: z.array(text()).min(1).describe("JSON files of the user's."),
    key: z.array(text()).min(1).describe("Names of the value in them; {folder}: the folder, or one above it."),
    values: z
      .array(z.union([z.string(), z.boolean()]))
      .min(1)
      .describe("Values that mean trust."),
    any: z.array(buildCondition()).default([]).describe("Each of these means trust in any folder."),
  });
}

function buildOriginals() {
  return z.strictObject({
    when: z
      .array(buildCondition())
      .default([])
      .describe("All of these must hold, else the agent might ask or be refused."),
    arguments: z
      .array(text())
      .default([])
      .describe("Arguments in front of the user's; {folder}: the folder, {pattern}: it as in .gitignore."),
    json: z
      .strictObject({ variable: variable(), path: z.array(text()).min(1), value: text() })
      .optional()
      .describe("A variable with JSON in which the value at the path is set; {folder} as above, the rest of it stays."),
  });
}

function buildRoute() {
  return z.strictObject({
    id: name().describe("Names what leaves; of several routes with one id the first that holds is taken."),
    provider: z
      .enum(["openai", "anthropic", "gemini"], 'expected "openai", "anthropic" or "gemini"')
      .describe("Whose errors and streams it has."),
    url: text().optional().describe("The server, where it is not the provider's own."),
    path: z.string().default("").describe("What the agent expects behind the host of the provider's own server."),
    own: z
      .array(buildPlace())
      .default([])
      .describe("Where the user may have set a base URL; the first that is set counts."),
    each: z
      .strictObject({
        in: text(),
        key: text(),
        base: text(),
        vendors: z.record(text(), z.enum(["openai", "anthropic", "gemini"])).default({}),
      })
      .optional()
      .describe(
        "One route for each entry of this table of the settings that has a base URL; vendors: of entries of these names.",
      ),
    when: z.array(buildCondition()).default([]).describe("All of these must hold."),
    variables: z.record(variable(), text()).default({}).describe("Variables to set; {base}: the URL at the gateway."),
    arguments: z
      .array(z.strictObject({ list: z.array(text()), when: z.array(buildCondition()).default([]) }))
      .default([])
      .describe("Arguments in front of the user's; {base} as above, {name}: the entry's name."),
    ownSessions: z
      .boolean()
      .default(false)
      .describe("True: without this route the agent refuses to resume a conversation that began by it."),
    json: z
      .strictObject({
        variable: variable().optional(),
        argument: text().optional(),
        path: z.array(text()).min(1),
        when: z.array(buildCondition()).default([]),
      })
      .refine(
        ({ variable: one, argument: other }) => (one === undefined) !== (other === undefined),
        "expected either variable or argument",
      )
      .optional()
      .describe(
        "A variable or an argument with JSON in which the value at the path becomes the URL; the rest of it stays. An argument's may be a file, too.",
      ),
  });
}
