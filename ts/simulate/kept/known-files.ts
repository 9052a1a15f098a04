// The text of each edited file as the session knew it: what results and calls had of it, with the edits since then.
//
//   read a.ts  →  edit x → y  →  read a.ts, lines 1 to 9  →  edit z → w
//   piece         piece: y       piece                       what it quotes must stand in a piece, with the edits since

import { addTo } from "../../base/maps.js";
import type { EditText } from "../../text/edit-texts.js";
import { WIRES } from "../../wires/index.js";
import type { ToolResult } from "../../wires/transcript.js";
import { unitOfBlock } from "../../wires/units.js";
import { argumentTexts } from "../said-texts.js";
import type { Session } from "../trace.js";
import type { SessionCall } from "./calls.js";
import { isFailing } from "./failures.js";
import type { Source, Sources } from "./sources.js";

/** A text that had a part of a file. */
interface Piece {
  readonly messageIndex: number;
  /** Of a result; else it is of the call in {@link unit}. */
  readonly result: Source | undefined;
  /** What a call wrote. */
  readonly written: string;
  /** Where its call can be shortened. */
  readonly unit: number | undefined;
  /** The first of the file's edits that came later. */
  readonly firstEdit: number;
}

interface FileEdit {
  readonly messageIndex: number;
  readonly text: EditText;
  readonly unit: number | undefined;
}

/** What a session had of one file, in order. */
interface KnownFile {
  readonly path: string;
  readonly pieces: Piece[];
  readonly edits: FileEdit[];
}

/** The edited files of a session. */
export class KnownFiles {
  readonly #cuts: readonly number[];
  readonly #files = new Map<string, KnownFile[]>();
  readonly #ofSource = new Map<Source, Piece[]>();

  constructor(
    session: Session,
    sources: Sources,
    calls: readonly SessionCall[],
    edits: readonly (readonly EditText[])[],
  ) {
    this.#cuts = session.steps.cuts;
    for (const { path } of edits.flat()) if (path !== undefined && this.fileOf(path) === undefined) this.#add(path);
    if (this.#files.size === 0) return;
    for (const [index, call] of calls.entries()) this.#note(session, sources, call, edits[index] ?? []);
    for (const { pieces } of [...this.#files.values()].flat()) pieces.sort((a, b) => a.messageIndex - b.messageIndex);
  }

  /** The file of a path; of one without a folder the first with that name. */
  fileOf(path: string): KnownFile | undefined {
    return this.#files.get(lastPartOf(path))?.find((file) => sameFile(file.path, path));
  }

  /** The texts that a result had of files. */
  piecesOf(source: Source): readonly Piece[] {
    return this.#ofSource.get(source) ?? [];
  }

  /** Messages of the request of a step. */
  cutOf(step: number): number {
    return this.#cuts[step] ?? 0;
  }

  /** Reads the files as a policy shows them; at first it changes nothing. */
  reader(): FileReader {
    return new FileReader(this);
  }

  #add(path: string): void {
    const name = lastPartOf(path);
    addTo(this.#files, name, { path, pieces: [], edits: [] });
  }

  #namedIn(text: string): KnownFile[] {
    return wordsLikePaths(headOfArgument(text)).flatMap((word) => this.fileOf(word) ?? []);
  }

  #note(session: Session, sources: Sources, { result, args }: SessionCall, edits: readonly EditText[]): void {
    const texts = argumentTexts(args);
    const files = new Set(texts.flatMap((text) => this.#namedIn(text)));
    const [unit, at] = [unitOfCall(session, result), session.steps.turnStarts[result.turnIndex ?? 0] ?? 0];
    const place = { messageIndex: at, result: undefined, unit };
    const source = sources.ofResult.get(result);
    const isDone = !isFailing(result);
    for (const text of isDone ? edits : []) {
      const file = text.path === undefined ? undefined : this.fileOf(text.path);
      if (file === undefined) continue;
      file.edits.push({ messageIndex: at, text, unit });
      files.add(file);
      file.pieces.push({ ...place, written: withUsualBreaks(text.made), firstEdit: file.edits.length });
    }
    for (const file of files) {
      const firstEdit = file.edits.length;
      const written = edits.length > 0 ? [] : texts.filter((text) => text.includes("\n"));
      for (const text of written) file.pieces.push({ ...place, written: withUsualBreaks(text), firstEdit });
      if (source === undefined) continue;
      const { messageIndex } = result;
      const piece = { messageIndex, result: source, written: "", unit: undefined, firstEdit };
      file.pieces.push(piece);
      this.#ofSource.set(source, [...this.piecesOf(source), piece]);
    }
  }
}

function unitOfCall({ wire, messageStarts }: Session, { call }: ToolResult): number | undefined {
  if (call === undefined) return undefined;
  return (messageStarts[call.messageIndex] ?? 0) + unitOfBlock(WIRES.of(wire), call.blockIndex);
}

const lastPartOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const withUsualBreaks = (text: string): string => (text.includes("\r") ? text.replaceAll("\r\n", "\n") : text);

/** What is made of a piece, up to one of the file's edits. */
interface Made {
  text: string;
  edits: number;
}

/** The files as a policy shows them, step by step. */
export class FileReader {
  readonly #files: KnownFiles;
  #made = new Map<Piece, Made>();
  readonly #shown = new Map<Source, string>();
  readonly #said = new Map<number, readonly string[]>();

  constructor(files: KnownFiles) {
    this.#files = files;
  }

  /** From now on a result has another text. */
  show(source: Source, text: string): void {
    this.#shown.set(source, text);
    for (const piece of this.#files.piecesOf(source)) this.#made.delete(piece);
  }

  /** From now on a call says something else: it may no longer tell what its edit made. */
  say(unit: number, texts: readonly string[] | undefined): void {
    if (texts === undefined) this.#said.delete(unit);
    else this.#said.set(unit, texts);
    this.#made = new Map();
  }

  /** Whether the request that a call answers can give what its edit quotes. The calls come in order. */
  gives({ step }: SessionCall, { path, old }: EditText): boolean {
    const file = path === undefined ? undefined : this.#files.fileOf(path);
    if (file === undefined) return false;
    const cut = this.#files.cutOf(step);
    const quoted = withUsualBreaks(old);
    // What was read last is the likeliest to have it.
    for (let at = file.pieces.length - 1; at >= 0; at--) {
      const piece = file.pieces[at];
      if (piece === undefined || piece.messageIndex >= cut) continue;
      if (this.#textOf(piece, file.edits, cut).includes(quoted)) return true;
    }
    return false;
  }

  #textOf(piece: Piece, edits: readonly FileEdit[], cut: number): string {
    const made = this.#made.get(piece) ?? { text: this.#ownText(piece), edits: piece.firstEdit };
    this.#made.set(piece, made);
    for (; made.edits < edits.length; made.edits++) {
      const edit = edits[made.edits];
      if (edit === undefined || edit.messageIndex >= cut) break;
      if (this.#isTold(edit.unit, edit.text.old) && this.#isTold(edit.unit, edit.text.made))
        made.text = carriedOut(made.text, edit.text);
    }
    return made.text;
  }

  #ownText({ result, written, unit }: Piece): string {
    if (result === undefined) return this.#isTold(unit, written) ? written : "";
    const original = result.texts().join("\n");
    const shown = withUsualBreaks(this.#shown.get(result) ?? original);
    return hasLineNumbers(original) ? shown.replace(LINE_NUMBERS, "") : shown;
  }

  /** Whether a call still has a text in its arguments. */
  #isTold(unit: number | undefined, text: string): boolean {
    const said = unit === undefined ? undefined : this.#said.get(unit);
    return said === undefined || said.some((one) => withUsualBreaks(one).includes(withUsualBreaks(text)));
  }
}

function carriedOut(text: string, { old, made, isAll }: EditText): string {
  const [from, to] = [withUsualBreaks(old), withUsualBreaks(made)];
  const at = text.indexOf(from);
  if (at < 0) return text;
  return isAll ? text.replaceAll(from, () => to) : text.slice(0, at) + to + text.slice(at + from.length);
}

const LINE_NUMBER = /^[ \t]*\d+(?:\t|→| ?\| ?|: ?)/;
const LINE_NUMBERS = new RegExp(LINE_NUMBER, "gm");
const SAMPLE_LINES = 40;

/** Whether half of the first lines have a number in front. */
function hasLineNumbers(text: string): boolean {
  const lines = text.split("\n", SAMPLE_LINES).filter((line) => line.trim() !== "");
  return lines.filter((line) => LINE_NUMBER.test(line)).length * 2 > lines.length;
}

// Which texts name the same file.

/** Longer texts are contents, which name other files. */
const MOST_CHARS = 2000;
const SEPARATORS = /[\s"'`()[\]{}<>|;&,=]+/;

/** The part of an argument that may name the file that it is about: a long one only in its first line. */
const headOfArgument = (text: string): string =>
  text.length <= MOST_CHARS ? text : text.slice(0, MOST_CHARS).split("\n", 1).join("");

/** The words of a text that may be paths. */
const wordsLikePaths = (text: string): string[] => text.split(SEPARATORS).filter((word) => word !== "");

/** Whether two paths are those of one file: one of them may begin in a folder of the other. */
function sameFile(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const end = short.startsWith("./") ? short.slice(2) : short;
  return long === end || long.endsWith(end.startsWith("/") ? end : `/${end}`);
}
