// Which settings the page has, in which groups, and how each is edited.
import condensation from "../../condensation/settings/json-schema.json" with { type: "json" };
import { policyJsonSchema } from "../../policy/check.js";
import { POLICY_GROUPS } from "../../policy/groups.js";
import { DEFAULT_PRESET } from "../../policy/presets.js";
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
  isCondensation: boolean;
  strategy?: string;
  fields: FieldShape[];
}

const OWN_ONLY = "Only your own settings may say this: a workspace's file comes from others.";

const CONDENSATION_GROUPS: readonly (Omit<GroupShape, "fields" | "isCondensation"> & { keys: string[] })[] = [
  {
    id: "strategy",
    title: "Context Condensation Strategy",
    about: "How a long conversation is made short, and from when on.",
    keys: ["provider", "enabled", "autoCondenseContext", "autoCondenseContextPercent"],
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

/** Of the gateway alone: no other place condenses by itself. */
const GATEWAY_SWITCH: FieldShape = {
  key: "enabled",
  label: "Condense in the gateway",
  description: "A gateway condenses conversations that near their limit, before the policy reduces what is left.",
  control: { kind: "switch" },
  defaultValue: false,
  isAdvanced: false,
  perMode: false,
  globalOnly: OWN_ONLY,
};

const LABELS: Readonly<Record<string, string>> = {
  provider: "Context Condensation Strategy",
  autoCondenseContext: "Condense near the limit",
  autoCondenseContextPercent: "Near the limit is, of the context limit",
  customCondensingPrompt: "Prompt for the summary",
  condensingApiHandler: "Handler that summarises",
  enableLosslessPhase: "First remove what is there twice",
  enableContentTypeAwareness: "Condense each type of content in its own way",
  targetReductionPercent: "Target: reduce by",
  maxReductionPercentPerPhase: "Most that one phase takes of its type",
  preservationPriority: "What is kept longest",
};

/** Without the marks of Markdown, which a page shows as they are. */
const plainText = (text: string): string => text.replaceAll("`", "");

function condensationGroups(): GroupShape[] {
  const { properties = {} } = condensation as unknown as JsonSchema;
  return CONDENSATION_GROUPS.map(({ keys, ...group }) => ({
    ...group,
    isCondensation: true,
    fields: keys.map((key): FieldShape => {
      if (key === GATEWAY_SWITCH.key) return GATEWAY_SWITCH;
      const schema = properties[key] ?? {};
      return {
        key,
        label: LABELS[key] ?? labelOf(key),
        description: plainText(schema.description ?? ""),
        control: controlOf(schema, unitOf(key)) ?? { kind: "json" },
        ...(schema.default === undefined ? {} : { defaultValue: schema.default }),
        isAdvanced: ADVANCED.has(key),
        perMode: true,
        ...(CONDENSATION_JUDGEMENTS[key] === "never" ? { globalOnly: OWN_ONLY } : {}),
      };
    }),
  }));
}

/** How the page calls the groups of a policy's keys. */
const POLICY_TITLES: Readonly<Record<keyof typeof POLICY_GROUPS, { title: string; about: string }>> = {
  stays: { title: "What stays", about: "Results and messages that are sent as they came." },
  smaller: { title: "What becomes smaller", about: "Results when they are first sent, and what old ones become." },
  when: { title: "When", about: "Whether anything is done, and when old results are masked." },
  written: { title: "How it is written", about: "The text in the place of what is gone, and how to have it back." },
};

/** The documented keys. Rules for single tools are edited together, as JSON. */
function policyGroups(): GroupShape[] {
  const schema = policyJsonSchema() as JsonSchema;
  return Object.entries(POLICY_GROUPS).map(([id, keys]) => {
    const paths = new Set(keys.map((key) => key.replace(/\.\*.*/, "")));
    return {
      id,
      ...POLICY_TITLES[id as keyof typeof POLICY_GROUPS],
      isCondensation: false,
      fields: [...paths].flatMap((path) => policyField(path, path.split(".").reduce(partOf, schema))),
    };
  });
}

/** A key of a table; a table that may be null is one of several kinds. */
function partOf(schema: JsonSchema, key: string): JsonSchema {
  const table = schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
  return table.properties?.[key] ?? {};
}

/** None where there is nothing to choose. */
function policyField(path: string, schema: JsonSchema): FieldShape[] {
  const control = controlOf(schema, unitOf(path));
  if (control === undefined) return [];
  const mayWorkspace = policyJudgement(path) !== "never";
  const value = path === "preset" ? DEFAULT_PRESET : schema.default;
  return [
    {
      key: path,
      label: labelOf(path),
      description: plainText(schema.description ?? ""),
      control,
      ...(value === undefined ? {} : { defaultValue: value }),
      isAdvanced: control.kind === "json",
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
