import { type WireTable, wireTable } from "../../wires/wire-table.js";
import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { gemini } from "./gemini.js";
import type { PipelineReader } from "./reader.js";
import { responses } from "./responses.js";

export const PIPELINE_READERS: WireTable<PipelineReader> = wireTable({
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
});
