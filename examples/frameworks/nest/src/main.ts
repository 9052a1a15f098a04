// A service whose controller asks a model: POST /chat with { messages, tools } as of OpenAI's Chat Completions.
import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { ChatModule } from "./chat.module.js";

const app = await NestFactory.create<NestExpressApplication>(ChatModule, { logger: ["error", "warn"] });
app.useBodyParser("json", { limit: "50mb" });
await app.listen(process.env.PORT ?? 3000, "127.0.0.1");
console.log(`listening on ${new URL(await app.getUrl()).port}`);
