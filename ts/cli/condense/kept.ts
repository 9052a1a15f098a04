// What condensations on this machine wrote, so that the next one knows it and `--expand` puts back what came: a folder that its
// owner alone can read, with the references of each text by the text's key.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../base/errors.js";
import { absolutePath, homeFolder } from "../../base/home-folder.js";
import { groupedBy } from "../../base/maps.js";
import { type ContentReference, type ConversationContext, referenceKeys } from "../../condensation/index.js";
import { openFolderStore } from "../../restore/index.js";

const SCOPE = { tenant: "condense" };

/** `$XDG_CACHE_HOME/tamis/condensed`, by default in `~/.cache`. */
function folderOfKept(env: NodeJS.ProcessEnv = process.env): string {
  const windows = process.platform === "win32" ? env.LOCALAPPDATA : undefined;
  return join(absolutePath(env.XDG_CACHE_HOME) ?? (windows || join(homeFolder(env), ".cache")), "tamis", "condensed");
}

/** A key is a length and a hash; the hash alone is a name in the folder. */
const handleOf = (key: string): string => key.slice(key.indexOf(".") + 1);

/** The references of a conversation's texts, as far as they are kept. */
export async function keptReferences(context: ConversationContext): Promise<ContentReference[]> {
  const found: ContentReference[] = [];
  const folder = folderOfKept();
  // Reading makes no folder.
  if (!existsSync(folder)) return found;
  try {
    const store = openFolderStore(folder);
    for (const key of referenceKeys(context)) {
      const bytes = await store.get(handleOf(key), SCOPE);
      if (bytes !== undefined) found.push(...(JSON.parse(Buffer.from(bytes).toString("utf8")) as ContentReference[]));
    }
  } catch {
    // What cannot be read is not known, as on another machine.
  }
  return found;
}

/** Keeps references. Resolves to why they could not be kept; undefined where they are. */
export async function keepReferences(references: readonly ContentReference[]): Promise<string | undefined> {
  const byPlace = groupedBy(references, ({ place }) => place);
  try {
    const store = byPlace.size === 0 ? undefined : openFolderStore(folderOfKept());
    for (const own of byPlace.values()) {
      // The pointers of a text come before its smaller form.
      const key = own[0]?.textKey;
      if (key !== undefined) await store?.put(handleOf(key), Buffer.from(JSON.stringify(own)), SCOPE);
    }
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
