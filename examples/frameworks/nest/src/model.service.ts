import { Injectable } from "@nestjs/common";
import OpenAI from "openai";
import { tamisFetch } from "tamis/adapters/fetch";

export type Conversation = Pick<OpenAI.ChatCompletionCreateParamsNonStreaming, "messages" | "tools">;

@Injectable()
export class ModelService {
  readonly #openai = new OpenAI({
    fetch: tamisFetch(undefined, {
      onReport: ({ bytes }) => console.log(`${bytes?.before} -> ${bytes?.after} bytes`),
    }),
  });

  async answer(conversation: Conversation) {
    const { choices } = await this.#openai.chat.completions.create({ model: "gpt-5-mini", ...conversation });
    return choices[0]?.message;
  }
}
