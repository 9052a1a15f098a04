/** An answer in a log of Claude Code, and what is in front of it. */
export interface LoggedAnswer {
  /** What the user says before it. @default "go" at the beginning, then the results of the calls before */
  said?: string;
  /** Its blocks. @default one text */
  content?: readonly { type: string; id?: string; [key: string]: unknown }[];
  /** What its calls give. @default "ok" */
  result?: string;
  usage: object;
  model?: string;
  /** More members of both lines, such as a timestamp. */
  more?: object;
}

/** The text of a log of Claude Code, in which each line follows the one before. @param about members of every line */
export function claudeLog(name: string, answers: readonly LoggedAnswer[], about: object = {}): string {
  let results: object[] = [];
  const lines = answers.flatMap(({ said, usage, more, ...answer }, at) => {
    const { content = [{ type: "text", text: "done" }], model = "claude-opus-4-6", result = "ok" } = answer;
    const words = said ?? (results.length > 0 ? results : "go");
    const uses = content.filter(({ type }) => type === "tool_use");
    results = uses.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: result }));
    const message = { id: `${name}-m${at}`, type: "message", role: "assistant", model, content, usage };
    const [user, own, before] = [`u${at}`, `a${at}`, at === 0 ? null : `a${at - 1}`];
    return [
      { ...about, ...more, type: "user", uuid: user, parentUuid: before, message: { role: "user", content: words } },
      { ...about, ...more, type: "assistant", uuid: own, parentUuid: user, requestId: `${name}-r${at}`, message },
    ];
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
