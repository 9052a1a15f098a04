import { Body, Controller, Post } from "@nestjs/common";
import { type Conversation, ModelService } from "./model.service.js";

@Controller("chat")
export class ChatController {
  constructor(private readonly model: ModelService) {}

  @Post()
  answer(@Body() conversation: Conversation) {
    return this.model.answer(conversation);
  }
}
