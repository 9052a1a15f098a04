export * from "../../wires/pricing.js";
