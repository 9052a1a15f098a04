// OPENAI_API_KEY=… node examples/adapters/undici.mjs
import OpenAI from "openai";
import { tamisInterceptor } from "tamis/adapters/undici";
import { Agent, setGlobalDispatcher } from "undici";

// From here on every fetch of the process sends smaller requests to models.
setGlobalDispatcher(new Agent().compose(tamisInterceptor()));

const { choices } = await new OpenAI().chat.completions.create({
  model: "gpt-5-mini",
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(choices[0].message.content);
