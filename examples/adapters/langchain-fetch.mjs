// OPENAI_API_KEY=… node examples/adapters/langchain-fetch.mjs
import { ChatOpenAI } from "@langchain/openai";
import { tamisFetch } from "tamis/adapters/fetch";

const model = new ChatOpenAI({ model: "gpt-5-mini", configuration: { fetch: tamisFetch() } });

console.log((await model.invoke("Say hello.")).text);
