// GEMINI_API_KEY=… node examples/adapters/google.mjs
import { GoogleGenAI } from "@google/genai";
import { tamisFetch } from "tamis/adapters/fetch";

const client = new GoogleGenAI({ httpOptions: { fetch: tamisFetch() } });

const { text } = await client.models.generateContent({ model: "gemini-2.5-flash", contents: "Say hello." });
console.log(text);
