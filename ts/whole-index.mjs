// The build adds this to every entry of the library, so that their shared code is one file (`build.mjs`): all of the index,
// and what the adapters have in common.
import "./index.ts";
import "./adapters/fetch.ts";
