import { messageOf } from "../base/errors.js";
import type { Original } from "../contract/report.js";
import { handleOf } from "./handle.js";
import { checkSource, type StoreSource } from "./read-value.js";

/** What {@link putOriginals} did. */
export interface PutOriginals {
  /** JSON Pointer and handle of each value that the store has now. */
  stored: { path: string; handle: string }[];
  /** JSON Pointer of each value that could not be kept, and why. */
  failed: { path: string; reason: string }[];
}

/**
 * Puts the values that a reduction replaced into a store. Never rejects because of the store: what could not be kept is
 * listed, and belongs back into the request.
 *
 * @throws TamisError `OPTION_INVALID` for a missing store, a short key or a wrong tenant.
 */
export async function putOriginals(
  reduction: { originals(): Iterable<Original> },
  source: StoreSource,
): Promise<PutOriginals> {
  checkSource(source);
  const { store, ...scope } = source;
  const result: PutOriginals = { stored: [], failed: [] };
  for (const { edit, bytes } of reduction.originals()) {
    const handle = handleOf(bytes, scope);
    try {
      await store.put(handle, bytes, { tenant: scope.tenant });
      result.stored.push({ path: edit.path, handle });
    } catch (error) {
      result.failed.push({ path: edit.path, reason: messageOf(error) });
    }
  }
  return result;
}
