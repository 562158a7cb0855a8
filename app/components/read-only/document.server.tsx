import { renderToStaticMarkup } from "react-dom/server";
import type { ReactNode } from "react";
import { createNonce } from "~/server/context.server";
import { securityHeaders } from "~/server/security.server";
import { styleSheets } from "~/browser/style-sheets";
import { sheetText } from "~/server/style-text.server";

type Page = {
  title: string;
  /** Above the page: what it is and until when. */
  head: ReactNode;
  /** Markup that React wrote, by `renderReadOnly`; a node for a page of a sentence. */
  body: string | ReactNode;
  status?: number;
  headers?: Record<string, string>;
  /** It has a form of its own, to the same address. */
  hasForm?: boolean;
};

/** Of an answer to somebody without an account: kept nowhere, found by nobody, and no address of it told to others. */
export const visitorHeaders = {
  ...securityHeaders,
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
} as const;

function policy({ nonce, hasForm }: { nonce: string; hasForm: boolean }) {
  const rules = [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    `form-action '${hasForm ? "self" : "none"}'`,
  ];
  return [...rules, "frame-ancestors 'none'"].join("; ");
}

/**
 * A whole page for somebody without an account: no script, no link, no form unless it is told of one, and nothing of
 * the console around it.
 */
export function visitorPage({ title, head, body, status = 200, headers = {}, hasForm = false }: Page): Response {
  const nonce = createNonce();
  const text = sheetText();
  const html = renderToStaticMarkup(
    <html lang="en" data-theme="system">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        {text === null ? (
          styleSheets.map((href) => <link key={href} rel="stylesheet" href={href} />)
        ) : (
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />
        )}
      </head>
      <body>
        <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-3 text-13 text-muted small:px-6">
          {head}
        </header>
        {typeof body === "string" ? (
          <main className="mx-auto max-w-[1200px] p-4 small:p-6" dangerouslySetInnerHTML={{ __html: body }} />
        ) : (
          <main className="mx-auto max-w-form p-6">{body}</main>
        )}
      </body>
    </html>,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy({ nonce, hasForm }),
      ...visitorHeaders,
      // Without it a browser does not say that the form comes from here, and it would be refused as another site's.
      ...(hasForm ? { "Referrer-Policy": "same-origin" } : {}),
      ...headers,
    },
  });
}
