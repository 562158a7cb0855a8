import type { Response } from "express";

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Answers with a small page of the server's own, for what is refused before the application sees it.
 * Takes the status, a heading and one sentence; nothing in it is interpreted as HTML.
 */
export function sendPlainPage(
  response: Response,
  { status, title, text }: { status: number; title: string; text: string },
): void {
  response
    .status(status)
    .set({ "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, "Cache-Control": "no-store" })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>` +
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style></head>" +
        `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p><p><a href="/">Go to the start page</a></p></main></body></html>`,
    );
}
