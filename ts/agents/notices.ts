// What a launch says of servers that are not the vendor's own.
import type { AgentProfile } from "./schema.js";
import type { AgentSettings, FoundValue } from "./settings.js";

const VENDORS = ["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com"];

/** A line for each file that chooses servers, and one for each file whose choice does not count. */
export function noticesOf(
  profile: AgentProfile,
  settings: AgentSettings,
  routes: readonly { url: string | undefined; file: string | undefined }[],
): readonly string[] {
  const vendors = [...VENDORS, ...profile.routes.flatMap(({ url }) => (url === undefined ? [] : [hostOf(url)]))];
  const chosen = new Map<string, Set<string>>();
  for (const { url, file } of routes)
    if (url !== undefined && file !== undefined && !vendors.includes(hostOf(url)))
      chosen.set(file, (chosen.get(file) ?? new Set()).add(hostOf(url)));
  const left = profile.routes.flatMap(({ own }) => own.map((place) => settings.findUntrusted(place)));
  return [
    ...[...chosen].map(([file, hosts]) => `requests go to ${[...hosts].join(" or ")}, from ${file}`),
    ...new Set(left.flatMap((found) => (found === undefined ? [] : [untrustedLine(profile, found)]))),
  ];
}

const untrustedLine = ({ title }: AgentProfile, { value, where }: FoundValue): string =>
  `${where} chooses ${hostOf(value)}, which does not count: ${title} has not been told to trust this folder`;

/** Where requests go that take a way past the gateway. */
export const hostText = (found: FoundValue | undefined): string =>
  found === undefined ? "" : `; they go to ${hostOf(found.value)}, from ${found.file ?? found.where}`;

/** Without the rest, which may have a secret in it. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "a server that is no URL");
