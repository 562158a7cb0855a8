import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { visitorPage } from "~/components/read-only/document.server";
import { renderReadOnly } from "~/components/read-only/render.server";
import { contextOf } from "~/context.server";
import { formatDay } from "~/lib/dates";
import { levelRef, screenPath } from "~/navigation/paths";
import { leadsTo } from "~/redirect.server";
import { mayReadAnalytics } from "~/services/analytics/access.server";
import { isBackendError } from "~/services/http/errors.server";
import { passwordOf } from "~/services/shared-links/make.server";
import { linkByToken, noteOpening, type SharedLink, stateOf } from "~/services/shared-links/store.server";
import { isConsoleFull } from "~/services/store/database.server";
import { countOpening, countVisitor } from "~/session/rate-limit.server";
import type { Scope } from "~/session/scope.server";
import { contextForVisitor, visitorScope } from "~/session/visitor.server";
import { type SharedScreen, sharedScreenOf } from "./screens.server";

type Said = { status: number; title: string; text: string; headers?: Record<string, string> };

const say = (context: AppLoadContext, { status, title, text, headers = {} }: Said) =>
  visitorPage({
    ...{ status, title, headers, head: context.config.siteName },
    body: (
      <>
        <h1 className="text-20 font-bold">{title}</h1>
        <p className="mt-2 text-muted">{text}</p>
      </>
    ),
  });

const unknown = { status: 404, title: "Link not found", text: "Nothing is shared under this address. Check that it was copied in full." };
const over = { status: 410, title: "Link ended", text: "This link no longer works. Ask whoever sent it for a new one." };
const away = { status: 503, title: "Not available", text: "The page cannot be shown now. Try again later." };
const tooOften = (seconds: number) => ({
  ...{ status: 429, title: "Too many requests", text: `Try again in ${Math.ceil(seconds / 60)} min.` },
  headers: { "Retry-After": String(seconds) },
});

/**
 * Answers whoever opens a shared link: the page that it is for, or a sentence. Nothing of the visitor's request but the token counts: not its query, not its
 * cookies, not its headers.
 */
export async function openSharedLink({ request, params, context: loadContext }: LoaderFunctionArgs): Promise<Response> {
  const context = contextOf(loadContext);
  const { config, clientAddress: address } = context;
  const visitorWait = await countVisitor(address);
  if (visitorWait > 0) return say(context, tooOften(visitorWait));
  const link = linkByToken(config, params["token"] ?? "");
  if (link === undefined) return say(context, unknown);
  if (stateOf(link) !== "active") return say(context, over);
  const linkWait = await countOpening({ address, link: link.id });
  if (linkWait > 0) return say(context, tooOften(linkWait));
  try {
    noteOpening(config, { id: link.id, address, agent: request.headers.get("user-agent") ?? "" });
    return (await shownPage({ request, context, link })) ?? say(context, over);
  } catch (error) {
    if (!isBackendError(error) && !isConsoleFull(error)) context.log.error({ err: error, link: link.id }, "a shared page could not be shown");
    return say(context, away);
  }
}

/** The page of a link; null where it can be read no longer: its credential is gone, or its creator's rights. */
async function shownPage({ request, context, link }: { request: Request; context: AppLoadContext; link: SharedLink }): Promise<Response | null> {
  const at = levelRef(link.index_name ?? undefined);
  const screen = sharedScreenOf(link.screen, at.level);
  const password = passwordOf(context, link);
  if (screen === undefined || password === undefined) return null;
  // None of the visitor's headers: no cookie, no word of what his browser can do.
  const own = new Request(new URL(`${screenPath(at, link.screen)}${link.search}`, request.url), { signal: request.signal });
  const scope = await visitorScope({ request: own, context, at, server: link.server, username: link.credential, password, zone: link.zone });
  if (!(await mayReadAnalytics(scope))) return null;
  const { data, address } = await load({ screen, scope, request: own, link });
  const { siteName } = context.config;
  const reader = { zone: link.zone, zoneKnown: true, now: Date.now(), lite: true, theme: "system", siteName } as const;
  const body = await renderReadOnly({ Screen: screen.module.default, data, address, reader });
  const until = formatDay({ instant: link.ends - 1, zone: link.zone });
  return visitorPage({
    title: `${link.label} · ${screen.title}`,
    head: (
      <>
        <strong className="text-ink [overflow-wrap:anywhere]">{link.label}</strong>
        <span>
          {link.index_name ?? "All indices"} · read-only until {until}, {link.zone}
        </span>
      </>
    ),
    body,
  });
}

type Load = { screen: SharedScreen; scope: Scope; request: Request; link: SharedLink };

/** What the page's loader gives, and the address that it gave it for: an address that says more than it must is left for the short one, once. */
async function load({ screen, scope, request, link }: Load, again = true): Promise<{ data: object; address: string }> {
  const { pathname, search } = new URL(request.url);
  const params = link.index_name === null ? {} : { appName: link.index_name };
  try {
    return { data: await screen.module.loader({ request, params, context: contextForVisitor(scope) }), address: `${pathname}${search}` };
  } catch (thrown) {
    const to = leadsTo(thrown, request);
    if (!again || to?.pathname !== pathname) throw thrown;
    return load({ screen, scope, request: new Request(to, { signal: request.signal }), link }, false);
  }
}
