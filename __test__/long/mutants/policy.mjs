// Defaults and limits of policies.
import { mutantsOf } from "./define.mjs";

export const POLICY = [
  mutantsOf(
    "ts/policy/schema.ts",
    ["shape/check-shape.test.ts", "policy/policy.test.ts", "contract/native.test.ts"],
    [
      ['.default(2)\n      .describe("Newest tool turns', '.default(3)\n      .describe("Newest tool turns'],
      [".default(256)", ".default(255)"],
      [
        ".default(true)\n      .describe('Keep results that look like errors",
        '.default("seed")\n      .describe(\'Keep results that look like errors',
      ],
      ['.default(4000)\n      .describe("Kept errors', '.default(4001)\n      .describe("Kept errors'],
      [
        'keepErrorsMaxChars: chars("a whole number of chars from 200 to 536870888", 200)',
        'keepErrorsMaxChars: chars("a whole number of chars from 200 to 536870888", 199)',
      ],
      ["lastK.default(null)", "lastK.default(3)"],
      ["maxChars\n      .default(null)", "maxChars\n      .default(200)"],
      [
        'media: oneOf(["keep", "mask"])\n      .default("keep")\n      .describe(\n        "mask: images and documents in masked',
        'media: oneOf(["keep", "mask"])\n      .default("mask")\n      .describe(\n        "mask: images and documents in masked',
      ],
      ['.default("brief")', '.default("observation")'],
      ['locale: oneOf(["en", "fr"]).default("en")', 'locale: oneOf(["en", "fr"]).default("fr")'],
      [
        '.default(true)\n      .describe("Keep the dispatch blocks',
        '.default(false)\n      .describe("Keep the dispatch blocks',
      ],
      [
        '.default(4000)\n      .describe("Results whose blocks',
        '.default(4001)\n      .describe("Results whose blocks',
      ],
      [
        'default(["*"]).describe("Globs (*, ?) over whole tool names whose blocks',
        'default([]).describe("Globs (*, ?) over whole tool names whose blocks',
      ],
      [".default(0.8)", ".default(0.81)"],
      [".min(0.1, WATERMARK)", ".min(0.09, WATERMARK)"],
      ['.default(1)\n      .describe("Pins what', '.default(2)\n      .describe("Pins what'],
      ['.default("reduce")', '.default("observe")'],
      ['.default("always")', ".default([[{ toolTurns: 1 }]])"],
      ['"every-turn", "off"])\n        .default("auto")', '"every-turn", "off"])\n        .default("rent")'],
      ['.default(1)\n        .describe("Share of a move', '.default(1.1)\n        .describe("Share of a move'],
      ["anchor: flag()\n        .default(true)", "anchor: flag()\n        .default(false)"],
      [
        'thinking: oneOf(["auto", "keep", "drop"])\n        .default("auto")',
        'thinking: oneOf(["auto", "keep", "drop"])\n        .default("keep")',
      ],
      ["repairSurrogates: flag()\n      .default(false)", "repairSurrogates: flag()\n      .default(true)"],
      [
        '.default(false)\n        .describe("createReducer: summarise',
        '.default(true)\n        .describe("createReducer: summarise',
      ],
      [".default(1400)", ".default(1500)"],
      ['.default(8)\n        .describe("Most calls', '.default(9)\n        .describe("Most calls'],
      [".default(30_000)", ".default(30_001)"],
      [
        'enabled: flag().default(true).describe("createReducer: drop',
        'enabled: flag().default(false).describe("createReducer: drop',
      ],
      ['.default("estimate")', '.default("chars4")'],
      ['text("a glob of 1 to 256 chars", 1, 256)', 'text("a glob of 1 to 256 chars", 1, 257)'],
      ['text("a text of 1 to 200 chars", 1, 200)', 'text("a text of 1 to 200 chars", 1, 201)'],
      ['text("a template of at most 500 chars", 1, 500)', 'text("a template of at most 500 chars", 1, 501)'],
      ['.max(64, "expected at most 64 patterns")', '.max(65, "expected at most 64 patterns")'],
      ['.max(64, "expected at most 64 pins")', '.max(65, "expected at most 64 pins")'],
      ['.max(256, "expected at most 256 rows")', '.max(257, "expected at most 256 rows")'],
    ],
  ),
  mutantsOf(
    "ts/policy/named-checks.ts",
    ["policy/policy.test.ts"],
    [["longestLiteralChars(template) < 8", "longestLiteralChars(template) < 7"]],
  ),
  mutantsOf(
    "ts/policy/seed-policy.ts",
    ["history/mask-policy.test.ts", "policy"],
    [
      ["windowTurns: 8", "windowTurns: 9"],
      ["keepErrors: true,\n", "keepErrors: false,\n"],
      ["keepLastKPerTool: null,\n", "keepLastKPerTool: 1,\n"],
      ["résultat d’outil ancien", "résultat d'outil ancien"],
    ],
  ),
  mutantsOf(
    "ts/history/options.ts",
    ["history"],
    [
      ["options.enabled ?? false", "options.enabled ?? true"],
      ["options.preserveRecentRawTurns ?? 4", "options.preserveRecentRawTurns ?? 5"],
      ["options.summaryMaxChars ?? 1400", "options.summaryMaxChars ?? 1500"],
      ["options.observationMasking ?? true", "options.observationMasking ?? false"],
      ['options.summaryRole ?? "user"', 'options.summaryRole ?? "system"'],
      ["DEFAULT_MAX_OBSERVATION_CHARS = 80", "DEFAULT_MAX_OBSERVATION_CHARS = 81"],
    ],
  ),
];
