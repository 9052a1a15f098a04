// The only description of a launch profile: its types, its checks and its JSON Schema derive from it
// (`ts/shape/make-shapes.mjs`). It is a function of zod, so that no program loads zod to check a profile.
import type * as zod from "zod";
import { refinement } from "../shape/refinement.js";
import { PROFILE_CHECKS } from "./named-checks.js";

type Zod = typeof zod;
type Kinds = ReturnType<typeof kindsOf>;

/** How an agent is started so that its requests take the way through a gateway. {@link profileJsonSchema} describes each member. */
export type AgentProfile = zod.output<ReturnType<typeof buildProfile>>;

/** One way by which requests leave an agent. */
export type ProfileRoute = AgentProfile["routes"][number];

/** Something that is so, or not, in the user's environment, settings or arguments. */
export type ProfileCondition = zod.output<ReturnType<typeof buildCondition>>;

/** Where a value of the user's may be. */
export type ProfilePlace = zod.output<ReturnType<typeof buildPlace>>;

const TEXT = "expected a text of 1 to 2,000 chars";
const NAME = "expected a name of lower-case letters, digits and hyphens";
const NAMES = /^(?!v\d)[a-z][a-z0-9-]{0,63}$/;
const VARIABLE = "expected the name of an environment variable";
const PROVIDER = 'expected "openai", "anthropic" or "gemini"';

/** The kinds of values that profiles have. */
function kindsOf(z: Zod) {
  const text = () => z.string(TEXT).min(1, TEXT).max(2000, TEXT);
  return {
    z,
    text,
    name: () => z.string(NAME).regex(NAMES, NAME),
    variable: () => z.string(VARIABLE).regex(/^[A-Za-z_]\w{0,254}$/, VARIABLE),
    flag: () => z.boolean("expected true or false"),
    provider: () => z.enum(["openai", "anthropic", "gemini"], PROVIDER),
    table: <const T extends zod.core.$ZodLooseShape>(shape: T) => z.strictObject(shape, "expected an object"),
    list: <T extends zod.core.SomeType>(item: T) => z.array(item, "expected a list"),
    some: <T extends zod.core.SomeType>(item: T) => z.array(item, "expected a list").min(1, "expected at least one"),
    record: <K extends zod.core.$ZodRecordKey, V extends zod.core.SomeType>(key: K, value: V) =>
      z.record(key, value, "expected an object"),
  };
}

function buildPlace(kinds: Kinds) {
  const { text, table } = kinds;
  return table({
    in: text().describe('"environment", or the id of one of the profile\'s settings.'),
    key: text().describe("The variable, or the dotted path in the settings."),
  });
}

function buildCondition(kinds: Kinds) {
  const { z, text, table } = kinds;
  return table({
    in: text().describe('"environment", "arguments", or the id of one of the profile\'s settings.'),
    key: text()
      .optional()
      .describe("The variable or the dotted path; of arguments a pattern (RegExp). Without one: the file itself."),
    is: z
      .enum(["set", "unset", "true"], 'expected "set", "unset" or "true"')
      .describe("set: there and not empty; unset: the opposite; true: 1, true, yes or on."),
  });
}

export function buildProfile(z: Zod) {
  const kinds = kindsOf(z);
  const { text, name, variable, table, list, some, record } = kinds;
  const when = () => list(buildCondition(kinds)).default([]).describe("All of these must hold.");
  return table({
    name: name().describe("The profile's name, as in `tamis NAME`."),
    title: text().describe("The agent's name, for people."),
    programs: some(text()).describe("File names of its program, without folder and ending."),
    install: text().optional().describe("A command that installs it."),
    checked: list(table({ version: text(), date: text() }))
      .default([])
      .describe("Versions with which the profile was tried."),
    settings: record(text(), some(text()))
      .default({})
      .describe(
        "Where the user sets things, by an id; of several the first counts that says it. Files (JSON, JSONC, TOML, .env, .yaml with one value a line) with {home}, {NAME:-default}, {cwd} or {up} (the folder and those above it in its repository); environment:NAME and arguments:--NAME for JSON there.",
      ),
    trust: buildTrust(kinds)
      .optional()
      .describe(
        "Where the agent keeps which folders it trusts. Files of {cwd} and {up} name a server only in one of those.",
      ),
    routes: some(buildRoute(kinds)).describe("Ways by which requests leave; the first that holds of each id."),
    keep: list(table({ variable: variable(), value: text(), why: text() }))
      .default([])
      .describe("Variables that keep the agent as it is without a gateway; set where it would ask the vendor itself."),
    files: list(buildFile(kinds))
      .default([])
      .describe("Files of the launch's own, gone at its end; the variable has the file's path, or the argument."),
    bypasses: list(table({ when: when(), what: text(), to: list(buildPlace(kinds)).default([]) }))
      .default([])
      .describe("What leads requests past the gateway, and what helps; to: places of the server that they then go to."),
    limits: list(text()).default([]).describe("What cannot be reduced or reached, for people."),
    originals: buildOriginals(kinds)
      .optional()
      .describe("How the agent may read the folder of originals without a question. Without it none are kept for it."),
    policy: record(text(), z.unknown())
      .optional()
      .describe("The policy where neither the configuration nor `--preset` names one. Default: the preset balanced."),
    cacheLifetime: buildCacheLifetime(kinds)
      .optional()
      .describe(
        "How the agent is told to keep the provider's cache for an hour. Without it, its lifetime is left alone.",
      ),
    sessionHeader: text().optional().describe("The request header with the agent's own id of a conversation."),
    resume: some(text())
      .optional()
      .describe("Arguments that resume a conversation; {session}: its id, as the header of `sessionHeader` has it."),
  });
}

function buildFile(kinds: Kinds) {
  const { z, text, variable, table, list, record } = kinds;
  return table({
    variable: variable().optional(),
    argument: text().optional().describe("An option in front of the user's arguments, whose value is the path."),
    name: text(),
    json: record(text(), z.unknown()).default({}),
    text: text().optional().describe("What is in it, where that is no JSON."),
    when: list(buildCondition(kinds)).default([]).describe("All of these must hold."),
  });
}

function buildTrust(kinds: Kinds) {
  const { z, text, flag, table, list, some } = kinds;
  return table({
    files: some(text()).describe("JSON files of the user's."),
    key: some(text()).describe("Names of the value in them; {folder}: the folder, or one above it."),
    values: some(z.union([z.string("expected a text"), flag()], "expected a text, true or false")).describe(
      "Values that mean trust.",
    ),
    any: list(buildCondition(kinds)).default([]).describe("Each of these means trust in any folder."),
  });
}

function buildCacheLifetime(kinds: Kinds) {
  const { text, variable, table, list, some } = kinds;
  return table({
    logs: text().describe("The agent's name in logs."),
    variables: table({ main: variable(), subAgents: variable() }).describe(
      "Variables that get the value, for the agent itself and for its sub-agents.",
    ),
    value: text().describe("What means an hour."),
    when: list(buildCondition(kinds))
      .default([])
      .describe("All of these must hold: the user has set no lifetime, and no subscription's login is there."),
    any: some(buildCondition(kinds)).describe("One of these must hold: requests are billed to a key."),
    once: text().describe(
      "A pattern (RegExp) of arguments with which it answers once, and waits for nobody in between.",
    ),
    continues: text().describe("A pattern (RegExp) of arguments that go on with the newest session of the folder."),
    resumes: text().describe("A pattern of those that go on with any session, which may be named by its id."),
  });
}

function buildOriginals(kinds: Kinds) {
  const { text, variable, table, list, some } = kinds;
  return table({
    when: list(buildCondition(kinds))
      .default([])
      .describe("All of these must hold, else the agent might ask or be refused."),
    arguments: list(text())
      .default([])
      .describe("Arguments in front of the user's; {folder}: the folder, {pattern}: it as in .gitignore."),
    json: table({ variable: variable(), path: some(text()), value: text() })
      .optional()
      .describe("A variable with JSON in which the value at the path is set; {folder} as above, the rest of it stays."),
  });
}

function buildRoute(kinds: Kinds) {
  const { z, text, name, variable, flag, provider, table, list, some, record } = kinds;
  return table({
    id: name().describe("Names what leaves; of several routes with one id the first that holds is taken."),
    provider: provider().describe("Whose errors and streams it has."),
    url: text().optional().describe("The server, where it is not the provider's own."),
    path: z
      .string("expected a text")
      .default("")
      .describe("What the agent expects behind the host of the provider's own server."),
    own: list(buildPlace(kinds))
      .default([])
      .describe("Where the user may have set a base URL; the first that is set counts."),
    each: table({
      in: text(),
      key: text(),
      base: text(),
      vendors: record(text(), provider()).default({}),
    })
      .optional()
      .describe(
        "One route for each entry of this table of the settings that has a base URL; vendors: of entries of these names.",
      ),
    when: list(buildCondition(kinds)).default([]).describe("All of these must hold."),
    variables: record(variable(), text()).default({}).describe("Variables to set; {base}: the URL at the gateway."),
    arguments: list(table({ list: list(text()), when: list(buildCondition(kinds)).default([]) }))
      .default([])
      .describe("Arguments in front of the user's; {base} as above, {name}: the entry's name."),
    ownSessions: flag()
      .default(false)
      .describe("True: without this route the agent refuses to resume a conversation that began by it."),
    json: table({
      variable: variable().optional(),
      argument: text().optional(),
      path: some(text()),
      when: list(buildCondition(kinds)).default([]),
    })
      .refine(...refinement("place", PROFILE_CHECKS.place))
      .optional()
      .describe(
        "A variable or an argument with JSON in which the value at the path becomes the URL; the rest of it stays. An argument's may be a file, too.",
      ),
  });
}
