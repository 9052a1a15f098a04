export * from "../../wires/thinking-rule.js";
