// Which settings the page has, in which groups, and how each is edited.
import condensation from "../../condensation/settings/json-schema.json" with { type: "json" };
import { policyJsonSchema } from "../../policy/check.js";
import { CONDENSATION_JUDGEMENTS } from "../../trust/condensation-judgements.js";
import { policyJudgement } from "../../trust/policy-judgements.js";
import type { FieldControl } from "../api.js";
import { controlOf, type JsonSchema, labelOf, unitOf } from "./controls.js";

/** A setting without its values. */
export interface FieldShape {
  key: string;
  label: string;
  description: string;
  control: FieldControl;
  defaultValue?: unknown;
  isAdvanced: boolean;
  perMode: boolean;
  globalOnly?: string;
}

/** Settings that belong together, without their values. */
export interface GroupShape {
  id: string;
  title: string;
  about: string;
  strategy?: string;
  fields: FieldShape[];
}

const CONDENSATION_GROUPS: readonly (Omit<GroupShape, "fields"> & { keys: string[] })[] = [
  {
    id: "strategy",
    title: "Context Condensation Strategy",
    about: "How a long conversation is made short, and from when on.",
    keys: ["provider", "autoCondenseContext", "autoCondenseContextPercent"],
  },
  {
    id: "native",
    title: "Native",
    about: "One summary for all but the first and the newest messages.",
    strategy: "native",
    keys: ["customCondensingPrompt", "condensingApiHandler"],
  },
  {
    id: "smart",
    title: "Smart",
    about: "Repeats go first, without loss; then each type of content is condensed in its own way.",
    strategy: "smart",
    keys: [
      ...["enableLosslessPhase", "enableContentTypeAwareness", "targetReductionPercent"],
      ...["maxReductionPercentPerPhase", "preservationPriority"],
    ],
  },
];

const ADVANCED: ReadonlySet<string> = new Set([
  ...["customCondensingPrompt", "condensingApiHandler", "maxReductionPercentPerPhase", "preservationPriority"],
]);

const OWN_ONLY = "Only your own settings may say this: a workspace's file comes from others.";

/** The groups of condensations. */
function condensationGroups(): GroupShape[] {
  const { properties = {} } = condensation as unknown as JsonSchema;
  return CONDENSATION_GROUPS.map(({ keys, ...group }) => ({
    ...group,
    fields: keys.map((key): FieldShape => {
      const schema = properties[key] ?? {};
      return {
        key,
        label: key === "provider" ? group.title : labelOf(key),
        description: schema.description ?? "",
        control: controlOf(schema, unitOf(key)) ?? { kind: "json" },
        ...(schema.default === undefined ? {} : { defaultValue: schema.default }),
        isAdvanced: ADVANCED.has(key),
        perMode: true,
        ...(CONDENSATION_JUDGEMENTS[key] === "never" ? { globalOnly: OWN_ONLY } : {}),
      };
    }),
  }));
}

/** Groups of the policy: the keys that are shown at once; the others are advanced. */
const POLICY_GROUPS: readonly (Omit<GroupShape, "fields"> & { at: string; shown: string[] })[] = [
  { id: "policy", title: "Policy", about: "What is done to every request.", at: "", shown: ["preset", "mode"] },
  {
    id: "mask",
    title: "Masking",
    about: "Old results of tools become one-line placeholders.",
    at: "mask",
    shown: ["windowTurns", "minChars", "keepErrors", "excludeTools"],
  },
  {
    id: "cache",
    title: "Cache",
    about: "When more is masked, so that the provider's prompt cache pays.",
    at: "cache",
    shown: ["strategy", "thinking"],
  },
  {
    id: "budget",
    title: "Budget",
    about: "Above it, what waits is masked at once.",
    at: "budget",
    shown: ["tokens", "fraction"],
  },
  {
    id: "arrival",
    title: "At arrival",
    about: "Results that are sent in a smaller form from the first time on.",
    at: "arrival",
    shown: ["terminal", "lineNumbers", "dedupe"],
  },
  { id: "args", title: "Arguments", about: "Long arguments of old calls are shortened.", at: "args", shown: [] },
  { id: "dispatch", title: "Dispatch blocks", about: "Blocks of masked results that stay.", at: "dispatch", shown: [] },
];

/** The top-level keys that are edited here. `version` pins what is decided; tables have groups of their own. */
const TOP = ["preset", "enabled", "mode", "pin", "repairSurrogates", "trigger"];

function policyGroups(): GroupShape[] {
  const { properties = {} } = policyJsonSchema() as JsonSchema;
  return POLICY_GROUPS.map(({ at, shown, ...group }) => {
    const table = at === "" ? properties : tableIn(properties[at]);
    const keys = at === "" ? TOP : Object.keys(table);
    return { ...group, fields: keys.flatMap((key) => policyFields(at, key, table[key] ?? {}, shown.includes(key))) };
  });
}

const tableIn = (schema: JsonSchema | undefined): Record<string, JsonSchema> =>
  (schema?.properties ?? schema?.anyOf?.find(({ properties }) => properties !== undefined)?.properties) || {};

/** The fields of a key: of a table within a table, those of its keys. */
function policyFields(at: string, key: string, schema: JsonSchema, isShown: boolean): FieldShape[] {
  const path = at === "" ? key : `${at}.${key}`;
  if (schema.type === "object" && schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, one]) => policyFields(path, name, one, false));
  const control = controlOf(schema, unitOf(path));
  if (control === undefined) return [];
  const mayWorkspace = policyJudgement(path) !== "never";
  return [
    {
      key: path,
      label: labelOf(path),
      description: schema.description ?? "",
      control,
      ...(schema.default === undefined ? {} : { defaultValue: schema.default }),
      isAdvanced: !isShown,
      perMode: false,
      ...(mayWorkspace ? {} : { globalOnly: OWN_ONLY }),
    },
  ];
}

/** All groups, in order. */
export const settingGroups = (): GroupShape[] => [...condensationGroups(), ...policyGroups()];

/** Whether the page has a setting of this key, in camelCase, or of one that it is part of. */
export function isPageSetting(key: string): boolean {
  pageKeys ??= settingGroups().flatMap(({ fields }) => fields.map((field) => field.key));
  return pageKeys.some((one) => key === one || key.startsWith(`${one}.`));
}

let pageKeys: readonly string[] | undefined;
