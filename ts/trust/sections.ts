import { NEVER } from "./judgement.js";

/**
 * The tables of a `tamis.toml` beside the policy. They say where requests, keys, files and logs go, who may ask, and which
 * requests get which policy: all that is the user's alone.
 */
export const SECTION_JUDGEMENTS: Readonly<Record<string, typeof NEVER>> = {
  gateway: NEVER,
  upstreams: NEVER,
  limits: NEVER,
  originals: NEVER,
  routes: NEVER,
  policies: NEVER,
  summarizer: NEVER,
  admin: NEVER,
  audit: NEVER,
  keys: NEVER,
  shared: NEVER,
  run: NEVER,
};
