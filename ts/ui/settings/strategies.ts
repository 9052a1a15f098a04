// The strategies of condensation that can be chosen, and the table that compares them.
import { findProvider, providerNames } from "../../condensation/index.js";
import type { SettingField, SettingsAnswer, StrategyInfo, StrategyPlace } from "../api.js";

const LABELS: Readonly<Record<string, string>> = { native: "Native (default)", smart: "Smart (improved)" };

/** All that are known: the package's own first, then plug-ins. */
export function strategies(): StrategyInfo[] {
  return providerNames().flatMap((name) => {
    const provider = findProvider(name);
    if (provider === undefined) return [];
    const { description, version } = provider;
    return [
      {
        ...{ name, description, version, label: LABELS[name] ?? name, isPlugin: !Object.hasOwn(LABELS, name) },
        supportsLossless: provider.supportsLossless(),
        supportsContentTypeAwareness: provider.supportsContentTypeAwareness(),
        supportsCustomPrompts: provider.supportsCustomPrompts(),
      },
    ];
  });
}

const OWN: readonly [property: string, native: string, smart: string][] = [
  [
    "What it does",
    "One summary for all but the first and the newest three messages",
    "Removes repeats, then condenses by type of content",
  ],
  ["Messages of the user", "Old ones are in the summary", "Word for word, all of them"],
  ["Decisions and errors", "As the summary tells them", "Word for word"],
  ["Results of tools", "As the summary tells them", "Shortened; paths, line numbers and exit codes stay"],
  ["Model", "One call, where your program has a model; else an extract", "None needed"],
  [
    "Measured on recordings",
    "Leaves the fewest tokens; the lowest bill at the default settings",
    "Without loss 11 % at the median, over a quarter for one request in ten; the bill is 1.16 of Native's at the default target, 0.83 at 65 %",
  ],
  ["Can be undone", "No", "The lossless phase, byte for byte"],
];

export function comparison(all: readonly StrategyInfo[]): SettingsAnswer["comparison"] {
  const told = OWN.map(([property, native, smart]) => {
    const known: Readonly<Record<string, string>> = { native, smart };
    return { property, cells: all.map(({ name }) => known[name] ?? "") };
  });
  const flag = (property: string, of: (one: StrategyInfo) => boolean) => ({
    property,
    cells: all.map((one) => (of(one) ? "Yes" : "No")),
  });
  return [
    ...told,
    flag("Has a phase without loss", (one) => one.supportsLossless),
    flag("Treats types of content apart", (one) => one.supportsContentTypeAwareness),
    flag("Takes a prompt of yours", (one) => one.supportsCustomPrompts),
  ];
}

/** Where the strategy acts, by the settings that say so. */
export function strategyPlaces(fields: readonly Pick<SettingField, "key" | "value">[]): StrategyPlace[] {
  const held = (key: string) => fields.find((field) => field.key === key)?.value;
  const from = `once a conversation has ${held("autoCondenseContextPercent")} % of its context limit`;
  const isOn = held("enabled") === true && held("autoCondenseContext") !== false;
  return [
    { name: "Terminal", state: "asked", about: "tamis condense FILE condenses a request whenever you call it." },
    {
      ...{ name: "Sessions", state: "asked" },
      about: "tamis chat --on-limit condense, and programs that ask for it, condense at the session's own limit.",
    },
    {
      ...{ name: "Gateway", state: isOn ? "on" : "off" },
      about: isOn
        ? `A gateway condenses ${from}, then the policy reduces what is left.`
        : "A gateway reduces requests by its policy alone. Switch on “Condense in the gateway” below.",
    },
  ];
}
