import { STYLE } from "./page-style.js";

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
