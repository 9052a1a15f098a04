import type { NamedCheck } from "./shape.js";

type Describe = (issue: { readonly input?: unknown }) => string | undefined;

/** A named check as zod's `refine` takes it. The test carries the name, so that the shape can be made of the schema. */
export function refinement(
  checkName: string,
  check: NamedCheck,
): [test: (value: unknown) => boolean, params: { error: Describe }] {
  const test = Object.assign((value: unknown) => check(value) === undefined, { checkName });
  return [test, { error: ({ input }) => check(input) }];
}
