import { type ResultContent, type Transcript, textsOf } from "../../ts/wires/transcript.js";

/** A transcript as short lines: `3.1 a=read_file @0 text:x`, an error marked with `!`, an ambiguous result with `?`. */
export function showTranscript({ toolTurnCount, lastUserMessage, results }: Transcript): object {
  const lines = results.map((result) => {
    const { messageIndex, blockIndex, callId, toolName, turnIndex, errorMarker, ambiguous } = result;
    const marks = (errorMarker === "yes" ? "!" : "") + (ambiguous ? "?" : "");
    return `${messageIndex}.${blockIndex} ${callId}=${toolName} @${turnIndex}${marks} ${showContent(result.content)}`;
  });
  return { turns: toolTurnCount, user: lastUserMessage, results: lines };
}

function showContent(content: ResultContent): string {
  const texts = textsOf(content).join("|");
  switch (content.kind) {
    case "parts":
      return `parts(${content.keptPart}):${texts}`;
    case "media": {
      const parts = content.parts.map((part) => (part ? `${part.kind} ${part.mediaType} ${part.dataChars}` : "text"));
      return `media(${content.keptPart}):${texts}:${parts.join("|")}`;
    }
    default:
      return `${content.kind}:${texts}`;
  }
}
