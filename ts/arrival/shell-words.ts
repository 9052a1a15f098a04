// Splits a shell script into pipelines, commands and words. It knows quotes, comments, redirections and here-documents,
// and expands nothing. The native twin is `crates/core/src/arrival/shell_words.rs`.
//
//   cd x && cat "a b" | head -20 2>&1      [cd x]  [cat|a b] ─▶ [head|-20]

/** One command of a pipeline. */
export interface ShellCommand {
  words: string[];
  /** Whether its output goes to a file. */
  isRedirected: boolean;
}

/** What the next word is, if it is no word of the command. */
type Role = "word" | "output" | "input" | "document";

/** Files that are what the command shows. */
const TERMINALS = new Set(["/dev/stdout", "/dev/stderr", "/dev/tty"]);

/** The pipelines of a script, each with its commands. Reads any text; linear. */
export function parseShell(script: string): ShellCommand[][] {
  return new ShellReader(script).read();
}

class ShellReader {
  readonly #text: string;
  readonly #pipelines: ShellCommand[][] = [];
  #pipeline: ShellCommand[] = [];
  #command: ShellCommand = { words: [], isRedirected: false };
  #word: string | undefined;
  #role: Role = "word";
  #documents: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellCommand[][] {
    while (this.#at < this.#text.length) this.#next(this.#text.charAt(this.#at));
    this.#endPipeline();
    return this.#pipelines;
  }

  readonly #special: Readonly<Record<string, () => void>> = {
    "'": () => this.#add(this.#upTo("'")),
    '"': () => this.#double(),
    "\\": () => this.#escaped(),
    " ": () => this.#endWord(),
    "\t": () => this.#endWord(),
    "\r": () => this.#endWord(),
    "\n": () => this.#lineFeed(),
    ";": () => this.#endPipeline(),
    "(": () => this.#endPipeline(),
    ")": () => this.#endPipeline(),
    "&": () => this.#ampersand(),
    "|": () => this.#pipe(),
    ">": () => this.#output(this.#word ?? ""),
    "<": () => this.#input(),
    "#": () => this.#comment(),
  };

  #next(char: string): void {
    this.#at++;
    const special = this.#special[char];
    if (special === undefined) this.#add(char);
    else special();
  }

  #add(text: string): void {
    this.#word = (this.#word ?? "") + text;
  }

  #takes(char: string): boolean {
    const found = this.#text.charAt(this.#at) === char;
    if (found) this.#at++;
    return found;
  }

  /** Up to a char, which is passed, or the text's end. */
  #upTo(char: string): string {
    const found = this.#text.indexOf(char, this.#at);
    const end = found < 0 ? this.#text.length : found;
    const passed = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return passed;
  }

  #double(): void {
    this.#add("");
    for (let char = ""; this.#at < this.#text.length; this.#add(char)) {
      char = this.#text.charAt(this.#at++);
      if (char === '"') return;
      if (char === "\\") char = this.#text.charAt(this.#at++);
    }
  }

  /** A backslash and a line feed are nothing. */
  #escaped(): void {
    const char = this.#text.charAt(this.#at++);
    if (char !== "\n") this.#add(char);
  }

  /** A comment begins only where a word could. Its line feed is read next. */
  #comment(): void {
    if (this.#word !== undefined) {
      this.#add("#");
    } else {
      this.#upTo("\n");
      this.#at--;
    }
  }

  #lineFeed(): void {
    this.#endPipeline();
    this.#passDocuments();
  }

  #ampersand(): void {
    if (this.#takes(">")) {
      this.#output("");
    } else {
      this.#takes("&");
      this.#endPipeline();
    }
  }

  #pipe(): void {
    if (this.#takes("|")) {
      this.#endPipeline();
    } else {
      this.#takes("&");
      this.#endCommand();
    }
  }

  /** `>`, `>>`, `2>`, `&>`; `>&1` goes nowhere else. */
  #output(descriptor: string): void {
    if (/^[0-9]+$/.test(descriptor)) this.#word = undefined;
    this.#endWord();
    if (!this.#takes(">")) this.#takes("|");
    if (this.#takes("&")) this.#role = "input";
    else this.#role = /^[02-9]$/.test(descriptor) ? "input" : "output";
  }

  #input(): void {
    this.#endWord();
    if (!this.#takes("<")) this.#role = "input";
    else if (this.#takes("<")) this.#role = "input";
    else {
      this.#takes("-");
      this.#role = "document";
    }
  }

  /** Goes behind the texts that the last line announced. */
  #passDocuments(): void {
    for (const end of this.#documents) {
      while (this.#at < this.#text.length && this.#upTo("\n").replace(/^[ \t]+|[ \t\r]+$/g, "") !== end);
    }
    this.#documents = [];
  }

  #endWord(): void {
    const word = this.#word;
    if (word === undefined) return;
    this.#word = undefined;
    if (this.#role === "word") this.#command.words.push(word);
    if (this.#role === "output" && !TERMINALS.has(word)) this.#command.isRedirected = true;
    if (this.#role === "document") this.#documents.push(word);
    this.#role = "word";
  }

  #endCommand(): void {
    this.#endWord();
    this.#role = "word";
    if (this.#command.words.length > 0) this.#pipeline.push(this.#command);
    this.#command = { words: [], isRedirected: false };
  }

  #endPipeline(): void {
    this.#endCommand();
    if (this.#pipeline.length > 0) this.#pipelines.push(this.#pipeline);
    this.#pipeline = [];
  }
}
