// `tamis/restore`: what a reduction replaced, kept and put back.
export type { ContentStore, StoreLimits, StoreScope } from "./content-store.js";
export { encryptedStore } from "./encrypted-store.js";
export { type FolderStore, type FolderStoreOptions, openFolderStore } from "./folder-store.js";
export { createKey, type HandleScope, handleOf } from "./handle.js";
export { readKeyFile } from "./key-file.js";
export { createMemoryStore } from "./memory-store.js";
export { type PutOriginals, putOriginals } from "./put-originals.js";
export type { StoreSource } from "./read-value.js";
export { createRedisStore, type RedisLike, type RedisStoreOptions } from "./redis-store.js";
export { createRestoreReport, parseRestoreReport, type RestoreEdit, type RestoreReport } from "./report.js";
export { type MissingOriginal, type Restored, restoreBody } from "./restore-body.js";
export { type Retrieved, type RetrieveLimits, type RetrieveRequest, retrieve } from "./retrieve.js";
export { answerRetrieve, RETRIEVE_TOOL, retrieveTool } from "./retrieve-tool.js";
export { openSqliteStore, type SqliteStore } from "./sqlite-store.js";
