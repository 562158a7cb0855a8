import type { LoaderFunctionArgs } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { may } from "~/lib/access-control/actions";
import { namesOneIndex } from "~/lib/indices/index-name";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import { hides } from "~/navigation/missing-part.server";
import { packedMenu } from "~/navigation/menu";
import { levelRef } from "~/navigation/paths";
import { placeOf } from "~/navigation/place.server";
import { visibleSections, visibleTabs } from "~/navigation/visible.server";
import { getHealthWord } from "~/services/overview/health.server";
import { createClient } from "~/services/platform/http/client.server";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { withDemo } from "~/session/demo.server";
import { getIdentity, lastIdentity } from "~/session/identity.server";
import { protectionOf } from "~/session/protection.server";
import { readPreferences, writePreferences } from "~/session/preferences.server";
import { personOf, requireSession, serverOf, type Session, takeFlash } from "~/sessions.server";

const VIEW = "sd_view";
const APPS_IN_SWITCHER = 8;

/** What `header=false` and the `show…` parameters switch off. */
export type View = { header: boolean; showProfile: boolean; showHelpChat: boolean };
const switches = ["header", "showProfile", "showHelpChat"] as const;

/**
 * The switches of the session, changed by the parameters of this request; the header keeps them while the browser is
 * open.
 */
export function readView(request: Request): { view: View; cookie?: string } {
  const off = new Set((readCookie(request.headers, VIEW) ?? "").split(".").filter((name) => name !== ""));
  const { searchParams } = new URL(request.url);
  let changed = false;
  for (const name of switches) {
    const value = searchParams.get(name);
    if (value === null) continue;
    changed = true;
    if (value === "false") off.add(name);
    else off.delete(name);
  }
  const view = {
    header: !off.has("header"),
    showProfile: !off.has("showProfile"),
    showHelpChat: !off.has("showHelpChat"),
  };
  if (!changed) return { view };
  const value = switches.filter((name) => !view[name]).join(".");
  return { view, cookie: writeCookie({ name: VIEW, value, secure: isSecure(request) }) };
}

/**
 * The data of the frame. It never fails because the back end does: then it shows the menus as they were last known, and
 * the screen inside says which call failed. Throws only the redirect to the sign-in page.
 */
export async function loadShell({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const context = contextOf(loadContext);
  const session = await requireSession({ request, context });
  const preferences = readPreferences(request);
  const who = serverOf(session);
  // Not bound to this request: what it fetches is kept for the next pages too.
  const http = createClient({ ...who, context });
  const asked = getIdentity({ http, ...who });
  const [identity, health, names] = await Promise.all([
    settle(asked),
    getHealthWord({
      http,
      key: session.id,
      requestId: context.requestId,
      now: /^\/cluster(\.data)?$/.test(new URL(request.url).pathname),
    }),
    settle(asked.then((known) => listIndexNames({ http, identity: known, session }))),
  ]);
  const known = identity.ok ? identity.value : lastIdentity(who);
  const user = known && withDemo(known, context.config);
  // What names no index is no place to be: its page is not found, and nothing leads back to it.
  const { appName } = params;
  const at = levelRef(appName === undefined || namesOneIndex(appName) ? appName : undefined);
  const { view, cookie: viewCookie } = readView(request);
  const { flash, cookie: flashCookie } = takeFlash(request);

  const headers = new Headers();
  if (viewCookie) headers.append("Set-Cookie", viewCookie);
  if (flashCookie) headers.append("Set-Cookie", flashCookie);
  const place = placeOf({ at, url: new URL(request.url), last: preferences.recent[0], inIndex: preferences.inIndex });
  const inIndex = place.level === "app";
  const recent = inIndex
    ? [place.app, ...preferences.recent.filter((name) => name !== place.app)].slice(0, 5)
    : preferences.recent;
  if (recent[0] !== preferences.recent[0] || inIndex !== preferences.inIndex)
    headers.append("Set-Cookie", writePreferences(request, { recent, inIndex }));

  const sections = user
    ? visibleSections({
        at: place,
        actions: user.actions,
        backend: user.backend,
        held: user.heldTo !== null,
        product: user.product,
        billing: user.plan.billing,
      })
    : [];
  const shown = frameOf();
  const protection = protectionOf({ url: session.url, config: context.config });
  return {
    shell: {
      at,
      /** Where the menus are: the index that a page of the cluster alone was opened from. */
      place,
      view,
      flash,
      health: seenHealth(),
      server: serverName(session.url),
      protection,
      viewAs: session.viewAs ?? null,
      ...shown,
      menu: packedMenu(sections, place),
    },
    headers,
  };

  // What this very page met is newer than the word that is kept for some seconds.
  function seenHealth() {
    const failures = [identity, names].flatMap((part) => (part.ok ? [] : [part.failure.kind]));
    if (failures.includes("engine-away")) return "failing" as const;
    return failures.includes("unreachable") || failures.includes("timeout") ? ("unreachable" as const) : health;
  }

  function frameOf() {
    const listed = names.ok ? names.value : (user?.heldTo ?? []).filter((name) => !name.includes("*"));
    const first = [...new Set([...recent.filter((name) => listed.includes(name)), ...listed])].slice(
      0,
      APPS_IN_SWITCHER,
    );
    return {
      user: nameOf(session, user?.isAdmin ?? false),
      tabs: user ? visibleTabs({ at, actions: user.actions, backend: user.backend, held: user.heldTo !== null }) : [],
      /** None for whom no index has a screen. */
      apps:
        user !== undefined && may(user.actions, "overview") && !hides({ backend: user.backend, section: "overview" })
          ? { first, total: listed.length, all: user.heldTo === null }
          : null,
      engine: user?.engine ?? null,
      preferences: { theme: preferences.theme, lite: preferences.lite },
    };
  }
}

/** The account as the frame names it: who it is, and for people of OpenID Connect the user whose rights count. */
function nameOf(session: Session, isAdmin: boolean) {
  const { viewAs, oidc, username } = session;
  const isPerson = viewAs === undefined && oidc !== undefined;
  return { name: viewAs ?? oidc?.person ?? username, as: isPerson ? personOf(session) : undefined, isAdmin };
}

export type ShellData = Awaited<ReturnType<typeof loadShell>>["shell"];

function serverName(url: string) {
  return new URL(url).host;
}
