// `tamis/session`: a conversation that keeps itself within its limit, in memory or in a store.
export { ContextSession } from "./context-session.js";
export type { ContextChange, SessionEvent, SessionEvents, SessionListener } from "./events.js";
export { exportToFile, importFromFile } from "./files.js";
export type { ImportOptions, ParsedImport } from "./import.js";
export type { ClaimedSession, SessionKeeper, SessionLog } from "./keeper.js";
export type { SessionPrompt, SessionStats } from "./session-stats.js";
export type { ContextSessionOptions, TokenMeasure } from "./settings.js";
export type { SessionRecord, SessionTotals } from "./state.js";
export type { SearchHit, SessionInfo } from "./store/info.js";
export type { StoreOptions } from "./store/sql.js";
export { openStore, type SessionStore } from "./store/store.js";
export type { Turn, TurnCall, TurnInput, TurnOriginal, TurnRole } from "./turn.js";
export type { LimitState, SessionWarning } from "./warnings.js";
