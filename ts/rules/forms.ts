export * from "../contract/forms.js";
