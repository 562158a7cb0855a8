import { WAIT } from "~/lib/address/wait";
import { redirect as remixRedirect, redirectDocument as remixRedirectDocument } from "@remix-run/node";
import { hasSecrets, withoutSecrets } from "~/lib/address/address-secrets";
import { safePath } from "~/lib/address/deep-link";

// Every redirect of the console is made here; a test holds that.

/** An address as a header takes it: what is no printable ASCII is percent-encoded as UTF-8, passwords are taken out. */
export function locationOf(to: string): string {
  return withoutSecrets(to).replace(/[^\u0021-\u007e]+/g, (part) =>
    [...Buffer.from(part, "utf8")].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}

/** A redirect within the console. `to` may hold any character. */
export function redirect(to: string, init?: number | ResponseInit) {
  return remixRedirect(locationOf(to), init);
}

/** As `redirect`, with a full page load where scripts run. */
export function redirectDocument(to: string, init?: number | ResponseInit) {
  return remixRedirectDocument(locationOf(to), init);
}

/**
 * Throws the way to the same page by its short address, where that is shorter: a form without scripts sends every
 * field. Never where something could not be read, or the page could not say so; and only to fewer characters, so that
 * it ends.
 */
export function leaveLongAddress(request: Request, here: { search: string; remarks: readonly unknown[] }) {
  const { pathname, search, searchParams } = new URL(request.url);
  if (searchParams.has(WAIT)) return;
  if (here.remarks.length === 0 && here.search.length < search.length) throw redirect(`${pathname}${here.search}`);
}

/** Where something that a loader threw leads; undefined where it is no redirect. */
export function leadsTo(thrown: unknown, { url }: Pick<Request, "url">): URL | undefined {
  const to = thrown instanceof Response ? thrown.headers.get("Location") : null;
  return to === null ? undefined : new URL(to, url);
}

type Paged = { state: { page: number; size: number }; href(change: { page: number }): string };

/**
 * Throws the way to the last page of a list from one behind it: by an old link, or because its rows were deleted.
 * `lastPage`: the server pages no further.
 */
export function leavePageBehind(
  request: Request,
  { here: { state, href }, total, lastPage }: { here: Paged; total: number; lastPage?: number },
) {
  const last = Math.min(lastPage ?? Number.POSITIVE_INFINITY, Math.ceil(total / state.size));
  if (last > 0 && state.page > last) throw redirect(`${new URL(request.url).pathname}${href({ page: last })}`);
}

/**
 * Throws the way to the same page without what must not stand in an address. Here, and not in the root, whose files
 * every page loads.
 */
export function leaveSecrets(request: Request) {
  const { pathname, search } = new URL(request.url);
  if (hasSecrets(search) && pathname !== "/login") throw redirect(safePath(`${pathname}${search}`));
}
