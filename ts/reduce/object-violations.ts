import type { Backend } from "../contract/backend.js";
import { unreadableViolation, type ValidateOptions, type Violation } from "../contract/violations.js";
import type { RequestJson } from "./object-json.js";

/** What a provider would reject a request that is an object for. There are no offsets: nobody sends these bytes. */
export function violationsIn(backend: Backend, { bytes, problem }: RequestJson, options: ValidateOptions): Violation[] {
  if (problem !== undefined) return [unreadableViolation("invalid_json", problem)];
  return backend.validateBody(bytes, options).map(({ byteOffset: _, ...violation }) => violation);
}
