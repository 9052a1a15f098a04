// Where a release's sources are. The checkout names no owner: package.json has placeholders, which packing replaces in a
// workflow, where the repository is known, and which publishing refuses.
import { posix } from "node:path";

/** What package.json and the guides have where nothing is known. */
export const PLACEHOLDER = "OWNER/REPOSITORY";
/** Fields that the published packages must have, with an address. */
const FIELDS = ["repository", "homepage", "bugs", "funding"];

/**
 * A manifest with the repository's name for the placeholder; the manifest itself where there is no name.
 *
 * @param {Record<string, any>} manifest
 * @param {string | undefined} name such as `someone/tamis`
 * @returns {Record<string, any>}
 */
export function withRepository(manifest, name = process.env.GITHUB_REPOSITORY) {
  if (!name) return manifest;
  const [owner = ""] = name.split("/");
  const named = FIELDS.filter((field) => field in manifest).map((field) => {
    const text = JSON.stringify(manifest[field]).replaceAll(PLACEHOLDER, name).replaceAll("OWNER", owner);
    return [field, JSON.parse(text)];
  });
  return { ...manifest, ...Object.fromEntries(named) };
}

/**
 * What a manifest lacks to be published: one line for each field that is missing or still a placeholder.
 *
 * @param {Record<string, any>} manifest
 * @returns {string[]}
 */
export function unnamedFields(manifest) {
  return FIELDS.flatMap((field) => {
    const value = JSON.stringify(manifest[field]);
    if (value === undefined) return [`${field} is missing`];
    return value.includes("OWNER") ? [`${field} is a placeholder: ${value}`] : [];
  });
}

/**
 * Markdown whose relative links lead to the repository at the version's tag, so that they work in `node_modules` and on
 * npm's site. Links to files that are in the package stay.
 *
 * @param {string} markdown
 * @param {{ page: string, name?: string | undefined, version: string, packed: ReadonlySet<string> }} release `page` is the
 *   text's own path in the package, such as `docs/guide.md`, and `packed` has the paths of all files in it
 * @returns {string}
 */
export function withAbsoluteLinks(markdown, { page, name = process.env.GITHUB_REPOSITORY, version, packed }) {
  const toAbsolute = (link) => {
    const [path = "", anchor] = link.split("#");
    const target = posix.join(posix.dirname(page), path);
    if (path === "" || /^[a-z]+:/.test(link) || packed.has(target)) return link;
    const isImage = /\.(?:svg|png|gif|webp)$/.test(path);
    const site = isImage ? "https://raw.githubusercontent.com" : "https://github.com";
    const place = `${site}/${name || PLACEHOLDER}/${isImage ? "" : "blob/"}v${version}/${target}`;
    return anchor === undefined ? place : `${place}#${anchor}`;
  };
  return markdown
    .replace(/\]\(([^)\s]+)\)/g, (_, link) => `](${toAbsolute(link)})`)
    .replace(/\b(src|href|srcset)="([^"]+)"/g, (_, attribute, link) => `${attribute}="${toAbsolute(link)}"`);
}
