// The build adds this to every entry of the library, so that what they share is one file (`build.mjs`).
import "./index.ts";
