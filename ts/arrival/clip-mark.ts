/** Beginning of the line that says what a clip has left out. */
export const CLIP_MARK = "[clipped — ";
