import type { CacheDiagnosis, ChangeKind } from "../../api.js";

/** What became of the provider's cache, in few words. */
export const CAUSES: Readonly<Record<CacheDiagnosis["cause"], string>> = {
  hit: "Read from the cache",
  client_edit: "The client changed an earlier message",
  tool_list: "The list of tools changed",
  system: "The system prompt changed",
  model: "Another model",
  timeout: "Too much time had passed",
  our_move: "A move of ours",
  parameters: "Other settings of the client changed",
  short: "Too short for the provider's cache",
  unmarked: "The client asked for no cache",
  first: "First request of a conversation",
  unknown: "Not known",
};

/** How a change is marked: by a letter, a word and a colour. */
export const KINDS: Readonly<Record<ChangeKind, { letter: string; word: string; about: string }>> = {
  kept: { letter: "", word: "kept", about: "Sent as it came." },
  masked: { letter: "M", word: "masked", about: "An old result became a placeholder." },
  deduplicated: { letter: "D", word: "deduplicated", about: "A repeat became a pointer to what it repeats." },
  consolidated: { letter: "C", word: "consolidated", about: "Several results became one." },
  summarised: { letter: "S", word: "summarised", about: "A summary or an extract took the text's place." },
  dropped: { letter: "X", word: "dropped", about: "It is gone." },
  clipped: { letter: "L", word: "clipped", about: "A long text was cut in its middle." },
  shortened: { letter: "H", word: "shortened", about: "A smaller form says the same." },
  arguments: { letter: "G", word: "arguments shortened", about: "Long texts in a call's arguments were cut." },
  added: { letter: "A", word: "added", about: "It is new in the request." },
  repaired: { letter: "R", word: "repaired", about: "Half of a character, or a cache marker, was put right." },
};
