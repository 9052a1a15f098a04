// Which texts name the same file.

/** Longer texts are contents, which name other files. */
const MOST_CHARS = 2000;
const SEPARATORS = /[\s"'`()[\]{}<>|;&,=]+/;

/** The part of an argument that may name the file that it is about: a long one only in its first line. */
export const headOfArgument = (text: string): string =>
  text.length <= MOST_CHARS ? text : text.slice(0, MOST_CHARS).split("\n", 1).join("");

/** The words of a text that may be paths. */
export const wordsLikePaths = (text: string): string[] => text.split(SEPARATORS).filter((word) => word !== "");

/** Whether two paths are those of one file: one of them may begin in a folder of the other. */
export function sameFile(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const end = short.startsWith("./") ? short.slice(2) : short;
  return long === end || long.endsWith(end.startsWith("/") ? end : `/${end}`);
}
