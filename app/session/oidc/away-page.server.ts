import { privateCaching, securityHeaders } from "~/server/security.server";

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Page = { status: number; title: string; head?: string; body: string; headers?: Headers | undefined };

function page({ status, title, head = "", body, headers }: Page): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(securityHeaders)) all.set(name, value);
  all.set("Content-Type", "text/html; charset=utf-8");
  all.set("Cache-Control", privateCaching);
  all.set("Content-Security-Policy", policy);
  const text = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
${head}<title>${escaped(title)}</title></head>
<body><h1>${escaped(title)}</h1>${body}</body></html>
`;
  return new Response(text, { status, headers: all });
}

/** A page of a few words, without script or style. */
export function plainPage({
  status,
  title,
  text,
  headers,
}: {
  status: number;
  title: string;
  text: string;
  headers?: Headers;
}): Response {
  return page({
    status,
    title,
    body: `<p>${escaped(text)}</p><p><a href="/login">Back to the sign-in page</a></p>`,
    headers,
  });
}

/**
 * A page that leads on to another site at once. No redirect: browsers hold every step of a redirect after a form
 * against `form-action`, and a provider may lead on to others that nobody here knows of.
 */
export function leadAway({ to, headers }: { to: URL; headers?: Headers }): Response {
  const href = escaped(to.href);
  const body = `<p><a href="${href}">Continue</a></p>`;
  return page({
    status: 200,
    title: `On to ${to.host}`,
    head: `<meta http-equiv="refresh" content="0;url=${href}">`,
    body,
    headers,
  });
}
