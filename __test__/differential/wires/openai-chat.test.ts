import { describeWire } from "../../support/describe-wire.js";

describeWire("openai-chat");
