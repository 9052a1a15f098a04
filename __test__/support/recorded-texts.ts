import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Entry {
  file: string;
  source: string;
  primary: boolean;
}

/** Texts of one recorded conversation. */
export interface RecordedConversation {
  file: string;
  source: string;
  texts: string[];
}

const shared = process.env.TAMIS_SHARED;
const manifest = shared === undefined ? undefined : join(shared, "traces", "manifest.json");

/** Every recorded conversation in all four wires; undefined where `TAMIS_SHARED` names no folder that has them. */
export const recordedConversations: (() => Generator<RecordedConversation>) | undefined =
  manifest === undefined || !existsSync(manifest)
    ? undefined
    : function* read() {
        for (const { file, source } of JSON.parse(readFileSync(manifest, "utf8")) as Entry[]) {
          const texts: string[] = [];
          collect(JSON.parse(readFileSync(join(manifest, "..", file), "utf8")), texts);
          yield { file, source, texts };
        }
      };

/** One of every so many different texts. */
export const recordedTexts: ((options: { every: number }) => string[]) | undefined =
  recordedConversations === undefined
    ? undefined
    : ({ every }) => {
        const texts = new Set([...(recordedConversations?.() ?? [])].flatMap((conversation) => conversation.texts));
        return [...texts].filter((_, at) => at % every === 0);
      };

/** Keys whose strings are no text that a model reads as such; as in the fit of the weights. */
const NO_TEXT = new Set([
  ..."type role id signature encrypted_content data file_data image_url thoughtSignature thought_signature".split(" "),
  ..."media_type mimeType mime_type model phase status metadata internal_chat_message_metadata_passthrough".split(" "),
  ..."cache_control caller name call_id page_age include reasoning usage url".split(" "),
]);

function collect(value: unknown, texts: string[]): void {
  if (typeof value === "string") {
    if (value !== "" && !value.startsWith("data:")) texts.push(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, texts);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      if (!NO_TEXT.has(key) && !key.endsWith("_id")) collect(field, texts);
    }
  }
}
