/** The core as WebAssembly, in base64 of raw deflate; undefined where `tamis.wasm` is read from its file (`package.json`). */
declare module "#packed-wasm" {
  export const packed: string | undefined;
}
