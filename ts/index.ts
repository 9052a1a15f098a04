// `tamis`: the library, and the two names of other entries that programs begin with, which are the same values there.
export { tamisFetch } from "./adapters/fetch.js";
export * from "./library.js";
// Node loads the session's code when the class is first used (`node-entry.mjs`).
export { ContextSession } from "./session/context-session.js";
