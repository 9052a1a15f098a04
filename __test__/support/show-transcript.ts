import { type Transcript, textsOf } from "../../ts/wires/transcript.js";

/** A transcript as short lines: `3.1 a=read_file @0 text:x`, an error marked with `!`, an ambiguous result with `?`. */
export const showTranscript = ({ results }: Transcript): string[] =>
  results.map((result) => {
    const { messageIndex, blockIndex, callId, toolName, turnIndex, errorMarker, ambiguous, content } = result;
    const marks = (errorMarker === "yes" ? "!" : "") + (ambiguous ? "?" : "");
    const shown = `${content.kind}:${textsOf(content).join("|")}`;
    return `${messageIndex}.${blockIndex} ${callId}=${toolName} @${turnIndex}${marks} ${shown}`;
  });
