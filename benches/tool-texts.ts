// Outputs of tools as agents get them, in any size: for each kind of reduction at arrival one that it makes smaller, and two
// that none does.

/** A tool's output of about so many chars. Each number gives another text. */
export interface ToolText {
  name: string;
  /** The tool that it comes from. */
  tool: string;
  make(chars: number, number: number): string;
}

const lines = (line: (at: number) => string) => (chars: number, number: number) => {
  const out: string[] = [];
  let size = 0;
  for (let at = number; size < chars; at++) {
    const next = line(at);
    out.push(next);
    size += next.length + 1;
  }
  return out.join("\n");
};

export const TOOL_TEXTS: readonly ToolText[] = [
  {
    name: "a log",
    tool: "Bash",
    make: lines(
      (at) => `12:${String(at % 60).padStart(2, "0")} worker ${(at * 7919) % 10_007} handled "alpha" in ${at} ms`,
    ),
  },
  {
    name: "code",
    tool: "Bash",
    make: lines((at) => (at % 3 === 0 ? `  if (value${at} > ${at}) {` : `    call(${at}, "x");`)),
  },
  { name: "a file with padded line numbers", tool: "Read", make: numbered },
  {
    name: "hits of a search",
    tool: "Bash",
    make: lines((at) => `src/module/file${at >> 5}.ts:${at + 1}:  return value + ${at};`),
  },
  { name: "JSON with indents", tool: "query", make: indented },
  { name: "colours", tool: "Bash", make: lines((at) => `\u001b[32mok\u001b[0m test ${at} passed in ${at % 97} ms`) },
  { name: "blanks at lines' ends", tool: "Bash", make: lines((at) => `column ${at}   value ${at * 31}   `) },
  {
    name: "equal lines",
    tool: "Bash",
    make: (chars, number) => `run ${number}\n${"waiting for the server\n".repeat(chars / 23)}`,
  },
];

function numbered(chars: number, number: number): string {
  const make = lines((at) => `${String(at - number + 1).padStart(6)}→  const value${at} = compute(${at}, "x");`);
  return make(chars, number);
}

function indented(chars: number, number: number): string {
  const count = Math.ceil(chars / 89);
  const rows = Array.from({ length: count }, (_, at) => ({ id: at + number, name: `item ${at}`, tags: ["a", "b"] }));
  return JSON.stringify(rows, undefined, 2);
}
