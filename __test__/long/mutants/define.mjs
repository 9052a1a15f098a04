/**
 * A constant that is changed.
 *
 * @typedef {object} Mutant
 * @property {string} file path from the top of the checkout
 * @property {string} text once in the file
 * @property {string} by what replaces it
 * @property {readonly string[]} tests for TypeScript: rooms or files under `__test__/`; for Rust: `PACKAGE FILTER`, or `PACKAGE --lib FILTER`
 * @property {string} [equivalent] why no test can notice it; then none is run
 */

/**
 * Mutants of one file that the same tests should notice.
 *
 * @param {string} file
 * @param {readonly string[]} tests
 * @param {readonly (readonly [text: string, by: string, equivalent?: string])[]} list
 * @returns {Mutant[]}
 */
export const mutantsOf = (file, tests, list) =>
  list.map(([text, by, equivalent]) => ({
    file,
    tests,
    text,
    by,
    ...(equivalent === undefined ? {} : { equivalent }),
  }));
