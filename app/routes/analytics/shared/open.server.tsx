import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { visitorHeaders, visitorPage } from "~/components/read-only/document.server";
import { renderReadOnly } from "~/components/read-only/render.server";
import { Name } from "~/components/ui/name";
import { contextOf } from "~/server/context.server";
import { formatDay } from "~/lib/values/dates";
import { levelRef, screenPath } from "~/navigation/paths";
import { leadsTo } from "~/server/redirect.server";
import { mayReadAnalytics } from "~/services/analytics/access.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { passwordOf } from "~/services/analytics/shared-links/make.server";
import { linkByToken, noteOpening, type SharedLink, stateOf } from "~/services/analytics/shared-links/store.server";
import { isConsoleFull } from "~/services/platform/store/database.server";
import { countOpening, countVisitor } from "~/session/rate-limit.server";
import type { Scope } from "~/session/scope.server";
import { contextForVisitor, visitorScope } from "~/session/visitor.server";
import { filePath } from "../_parts/file-path";
import { listKinds } from "../_parts/lists/list-kind";
import { loader as downloadFile } from "../download";
import { type SharedScreen, sharedScreenOf } from "./screens.server";
import { choiceLink, withChoice } from "./visitor-choice";

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

const unknown = {
  status: 404,
  title: "Link not found",
  text: "Nothing is shared under this address. Check that it was copied in full.",
};
const over = {
  status: 410,
  title: "Link ended",
  text: "This link no longer works. Ask whoever sent it for a new one.",
};
const away = { status: 503, title: "Not available", text: "The page cannot be shown now. Try again later." };
const tooOften = (seconds: number) => ({
  ...{ status: 429, title: "Too many requests", text: `Try again in ${Math.ceil(seconds / 60)} min.` },
  headers: { "Retry-After": String(seconds) },
});

/**
 * Answers whoever opens a shared link: the page that it is for, one of its files, or a sentence. Of the visitor's
 * request the token counts, and of its query the order, page and size of a list and the format of a file; not its
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
    if (!isBackendError(error) && !isConsoleFull(error))
      context.log.error({ err: error, link: link.id }, "a shared page could not be shown");
    return say(context, away);
  }
}

/** The page of a link; null where it can be read no longer: its credential is gone, or its creator's rights. */
async function shownPage({
  request,
  context,
  link,
}: {
  request: Request;
  context: AppLoadContext;
  link: SharedLink;
}): Promise<Response | null> {
  const at = levelRef(link.index_name ?? undefined);
  const screen = sharedScreenOf(link.screen, at.level);
  const password = passwordOf(context, link);
  if (screen === undefined || password === undefined) return null;
  // None of the visitor's headers: no cookie, no word of what his browser can do.
  const visitors = new URL(request.url);
  const search = withChoice(link.search, visitors.search);
  const format = fileFormat(visitors.searchParams);
  const list = isList(link.screen);
  const path =
    list && format !== undefined
      ? filePath(at, { name: link.screen, search, format })
      : `${screenPath(at, link.screen)}${search}`;
  const own = new Request(new URL(path, request.url), { signal: request.signal });
  const scope = await visitorScope({
    request: own,
    context,
    at,
    server: link.server,
    username: link.credential,
    password,
    zone: link.zone,
  });
  if (!(await mayReadAnalytics(scope))) return null;
  if (list && format !== undefined) return fileFor({ link, scope, request: own });
  const { data, address } = await load({ screen, scope, request: own, link });
  const { siteName } = context.config;
  const reader = { zone: link.zone, zoneKnown: true, now: Date.now(), lite: true, theme: "system", siteName } as const;
  const body = await renderReadOnly({
    Screen: screen.module.default,
    data,
    address,
    reader,
    linkTo: choiceLink(address),
  });
  const until = formatDay({ instant: link.ends - 1, zone: link.zone });
  return visitorPage({
    title: link.label === screen.title ? screen.title : `${link.label} · ${screen.title}`,
    head: (
      <>
        <span>{siteName}</span>
        {link.label !== screen.title && (
          <Name as="strong" className="text-ink">
            {link.label}
          </Name>
        )}
        <span>
          {link.index_name ?? "All indices"} · read-only until {until}, {link.zone}
        </span>
      </>
    ),
    body: list ? `${body}${filesBelow(address)}` : body,
  });
}

const isList = (screen: string) => Object.values(listKinds).some((kind) => kind.screen === screen);

function fileFormat(params: URLSearchParams) {
  const format = params.get("format");
  return format === "csv" || format === "ndjson" ? format : undefined;
}

/** The rows of a list as a file, by the loader that the console has for it. */
async function fileFor({ link, scope, request }: Pick<Load, "link" | "scope" | "request">): Promise<Response> {
  const params = { listName: link.screen, ...(link.index_name === null ? {} : { appName: link.index_name }) };
  const file = await downloadFile({ request, params, context: contextForVisitor(scope) });
  const headers = new Headers(file.headers);
  for (const [name, value] of Object.entries(visitorHeaders)) headers.set(name, value);
  return new Response(file.body, { status: file.status, headers });
}

/** The ways to the files of a list, in the order in which it stands. */
function filesBelow(address: string): string {
  const own = choiceLink(address)(address) ?? "?";
  const to = (format: string) => `${own}${own === "?" ? "" : "&"}format=${format}`;
  return renderToStaticMarkup(
    <p className="mt-3 text-13">
      Download{" "}
      <a className="link" href={to("csv")}>
        CSV
      </a>{" "}
      or{" "}
      <a className="link" href={to("ndjson")}>
        NDJSON
      </a>
    </p>,
  );
}

type Load = { screen: SharedScreen; scope: Scope; request: Request; link: SharedLink };

/**
 * What the page's loader gives, and the address that it gave it for: an address that says more than it must is left for
 * the short one, once.
 */
async function load({ screen, scope, request, link }: Load, again = true): Promise<{ data: object; address: string }> {
  const { pathname, search } = new URL(request.url);
  const params = link.index_name === null ? {} : { appName: link.index_name };
  try {
    return {
      data: await screen.module.loader({ request, params, context: contextForVisitor(scope) }),
      address: `${pathname}${search}`,
    };
  } catch (thrown) {
    const to = leadsTo(thrown, request);
    if (!again || to?.pathname !== pathname) throw thrown;
    return load({ screen, scope, request: new Request(to, { signal: request.signal }), link }, false);
  }
}
