// Whether a line says that something failed. The native twin is `crates/core/src/failure/line.rs`.
//
//   error: no such file     ERROR in ./a.ts    panic: x           but not: Error handling is …, errors.ts, errors: 0
//   ValueError: x           Traceback (most recent call last)
//   npm ERR! code 1         FAILED tests/a.py  not ok 3           thread 'main' panicked at …
//   Exit code: 101          <returncode>2      [exit 1]           but not: Exit code: 0
//   Found 2 errors          Tests: 1 failed, 3 passed             but not: Found 0 errors
//   a.c:3:5: error: x       src/a.ts(3,5): error TS2322: x

/** Chars (UTF-16 units) of a line that are looked at. */
export const LINE_CHARS = 200;

/** Words that an error begins with, in any case. */
const WORDS = ["error", "fatal", "panic"];
/** Words behind such a word, in any case, that make it prose about errors. */
const PROSE = [
  ...["handling", "handled", "handler", "handlers", "recovery", "reporting", "logging", "tracking", "boundary"],
  ...["boundaries", "management", "propagation", "tolerance", "budget", "budgets", "rate", "rates", "states", "cases"],
  ...["codes", "messages", "types", "classes", "pages", "values", "objects", "responses", "conditions", "is", "are"],
  ...["can", "may", "must", "should", "will", "if", "and", "or"],
];
/** Values behind such a word and a colon or `=` that say that there was no error, where the line or a part of it ends. */
const NONE = ["(none)", "none", "null", "nil", "false", "undefined", "[]", "{}", '""', "''"];
/** Ends of the names of errors, in any case. */
const NAME_ENDINGS = ["error", "exception"];
/** Beginnings of what failing tools print. */
const BEGINNINGS = [
  ...["Traceback (most recent call last)", "npm ERR!", "npm error", "--- FAIL:", "not ok ", "test result: FAILED"],
  ...["FAILURE: ", "BUILD FAILED", "make: *** ", "##[error]"],
];
/** Words that are a failing test's verdict, as a whole. */
const VERDICTS = ["FAIL", "FAILED", " FAIL"];
/** What is in front of a number of failures, and behind it. */
const COUNTS: readonly (readonly [before: string, behind: string])[] = [
  ["Found", " error"],
  ["Tests:", " failed"],
  ["Test Suites:", " failed"],
  [" Test Files", " failed"],
];
/** What is in front of an exit code, in any case. */
const EXITS = [
  ...["exit code", "exit_code", "exitcode", "exit status", "exit:", "exit=", "[exit", "exited with code"],
  ...["return code", "return_code", "returncode", "process exited with code", "process exited with exit code"],
  ...["process finished with exit code", "process completed with exit code", "command exited with code"],
  ...["command exited with status", "command failed with exit code", "command finished with exit code"],
  ...["the command completed with exit code"],
];
/** Compilers' messages, behind their places. */
const MESSAGES = ["): error ", "): fatal error ", ": error:", ": fatal error:"];
const PANIC = { before: "thread '", behind: " panicked at" };

/** `errors.ts`, `error-handler`, `error_log`, `errors/`. */
const PATH = "[._-][a-z0-9]|/";
const IN_PROSE = ` +${oneOf(PROSE)}(?![a-z0-9_])`;
const NO_ERROR = ` *[:=] *(?:0(?![a-z0-9_]|\\.[0-9])|${oneOf(NONE)}(?:[,;|\\r]|$))`;

const WORD = new RegExp(`^${oneOf(WORDS)}[a-z]*`, "i");
const HARMLESS = new RegExp(`^(?:${IN_PROSE}|${NO_ERROR})`, "i");
const IN_PATH = new RegExp(`^(?:${PATH})`);
const NAME = /^[A-Za-z_][A-Za-z0-9_.]*(?=:)/;
const NAMED = new RegExp(`.${oneOf(NAME_ENDINGS)}$`, "i");
const BEGINNING = new RegExp(`^(?:${oneOf(BEGINNINGS)}|${oneOf(VERDICTS)}(?![A-Za-z0-9_]))`);
const COUNT = new RegExp(`^(?:${COUNTS.map(([before, behind]) => `${before} +0*[1-9][0-9]*${behind}`).join("|")})`);
const EXIT = new RegExp(`^[[(<]?${oneOf(EXITS)}[ :=>]{0,8}-?0*[1-9][0-9]*(?![a-z0-9_]|\\.[0-9])`, "i");
const MESSAGE = new RegExp(oneOf(MESSAGES));

const STARTS = [...WORDS, ...BEGINNINGS, ...VERDICTS, ...COUNTS.map(([before]) => before), PANIC.before];
/** What every error line begins with, or has in it: names and messages of errors end so. */
const MAY_BE = new RegExp(`(?:^|\\n)(?:${oneOf(STARTS)}|[[(<]?${oneOf(EXITS)})|${oneOf(NAME_ENDINGS)}`, "i");

function oneOf(texts: readonly string[]): string {
  return `(?:${texts.map((text) => text.replace(/[^\w ]/g, "\\$&")).join("|")})`;
}

/** Whether a text of several lines may have one that {@link isErrorLine} finds; one search instead of several a line. */
export const mayHaveErrorLine = (text: string): boolean => MAY_BE.test(text);

/** @param line Without its line feed; the first {@link LINE_CHARS} are enough. */
export function isErrorLine(line: string): boolean {
  return (
    beginsWithWord(line) ||
    (line.includes(":") && NAMED.test(NAME.exec(line)?.[0] ?? "")) ||
    BEGINNING.test(line) ||
    EXIT.test(line) ||
    COUNT.test(line) ||
    (line.startsWith(PANIC.before) && line.includes(PANIC.behind)) ||
    // Each of them has that word, and looking for it takes less time.
    (line.includes("error") && MESSAGE.test(line))
  );
}

function beginsWithWord(line: string): boolean {
  const word = WORD.exec(line)?.[0];
  if (word === undefined) return false;
  const rest = line.slice(word.length);
  return !IN_PATH.test(rest) && !HARMLESS.test(rest);
}
