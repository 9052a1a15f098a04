// `tamis/pipeline`: the stages that `createReducer` runs, one by one, and what a stage of one's own is made of.
export type { AtomicUnit } from "./atomic-units.js";
export { Draft } from "./draft.js";
export type { ClippedResult, ClippedText, ConversationView, Stage, StageContext, StageOutcome } from "./stage.js";
export { clipStage } from "./stages/clip.js";
export { maskStage } from "./stages/mask.js";
export { summariseStage } from "./stages/summarise.js";
export { truncateStage } from "./stages/truncate.js";
export { MemorySummaryStore, type SummaryStore } from "./summary/store.js";
