/** The page's style: light and dark, from 360 px on. Each label is on a line of its own, so that none lies on another. */
const STYLE = `
:root { --text: #1d2430; --dim: #5b6577; --line: #dde2ea; --back: #fff; --track: #eef1f6;
  --c0: #2f6fb7; --c1: #c77700; --c2: #1d8a6b; --c3: #a3478d; --c4: #8a6d1a; --c5: #64748b; --saved: #1d8a6b; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ef; --dim: #a2adbf; --line: #323a47; --back: #14181f; --track: #222934;
    --c0: #6aa8ea; --c1: #e69f3c; --c2: #4cc29d; --c3: #d58bc4; --c4: #d0b254; --c5: #94a3b8; --saved: #4cc29d; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
main { max-width: 60rem; margin: 0 auto; padding: 1.2rem 1rem 3rem; }
h1 { font-size: clamp(1.25rem, 4.5vw, 1.9rem); line-height: 1.3; font-weight: 500; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h1 b { font-weight: 700; }
h2 { font-size: 1.05rem; margin: 2rem 0 .6rem; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.note, .path { color: var(--dim); font-size: 13px; }
.path, .path li { overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 0 2rem; }
.bars { list-style: none; margin: 0; padding: 0; }
.bars > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem .8rem; margin: 0 0 .55rem; }
.bars .name { min-width: 0; overflow-wrap: anywhere; }
.bars .told { color: var(--dim); text-align: right; font-variant-numeric: tabular-nums; }
.bars .bar { grid-column: 1 / -1; display: flex; height: .6rem; background: var(--track); border-radius: 3px; overflow: hidden; }
.bars .bar i { display: block; height: 100%; }
.bars .detail { grid-column: 1 / -1; font-size: 13px; color: var(--dim); }
.bars .detail ul { margin: .2rem 0 .4rem; padding-left: 1.2rem; }
.bars .detail li { overflow-wrap: anywhere; }
summary { cursor: pointer; }
.turns > li { margin-bottom: .3rem; }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); }
.c3 { background: var(--c3); } .c4 { background: var(--c4); } .c5 { background: var(--c5); }
.saved { background: repeating-linear-gradient(45deg, var(--saved) 0 3px, transparent 3px 6px); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; font-variant-numeric: tabular-nums; }
th { color: var(--dim); font-weight: 500; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 11rem; padding-left: 0; overflow-wrap: anywhere; }
td small { display: block; color: var(--dim); }
@media (max-width: 32rem) {
  .bars > li { grid-template-columns: minmax(0, 1fr); }
  .bars .told { text-align: left; font-size: 13px; }
}`;

/**
 * A page that needs nothing else: no script, nothing loaded, light and dark.
 *
 * @param title As HTML, like `content`: text in both is escaped already
 * @param content The HTML of the main part
 * @param style Rules of this page, after those that all pages have. @default none
 */
export const htmlPage = (title: string, content: string, style = ""): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
