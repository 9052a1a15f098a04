// The strategies of condensation that can be chosen, and the table that compares them.
import { findProvider, providerNames } from "../../condensation/index.js";
import type { SettingsAnswer, StrategyInfo } from "../api.js";

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
  ["Model", "One call, if there is a handler; else an extract", "None needed"],
  ["Can be undone", "No", "The lossless phase, byte for byte"],
];

/** What the strategies differ in. */
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
