import { Module } from "@nestjs/common";
import { ChatController } from "./chat.controller.js";
import { ModelService } from "./model.service.js";

@Module({ controllers: [ChatController], providers: [ModelService] })
export class ChatModule {}
