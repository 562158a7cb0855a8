import { redirect } from "@remix-run/node";
import { openStore } from "~/services/platform/store/database.server";
import { requireScope } from "~/session/scope.server";
import { sampleIndex } from "../../e2e/support/screens";
import { ELSEWHERE, payloads, TOLD } from "../../setup/hostile/payloads";
import type { Check } from "../check";
import { calls } from "../checks/calls";
import { forms } from "../checks/forms";
import { gated } from "../checks/gated";
import { headers } from "../checks/headers";
import { heading as firstHeading } from "../checks/heading";
import { labels } from "../checks/labels";
import { links } from "../checks/links";
import { markup } from "../checks/markup";
import { noChange } from "../checks/no-change";
import { ownHost } from "../checks/own-host";
import { paging } from "../checks/paging";
import { payment } from "../checks/payment";
import { reasons } from "../checks/reasons";
import { references } from "../checks/references";
import { secrets } from "../checks/secrets";
import { signIn } from "../checks/sign-in";
import { status } from "../checks/status";
import { title } from "../checks/title";
import { titles } from "../checks/titles";
import { weight } from "../checks/weight";
import { words } from "../checks/words";
import type { WorldSpec } from "../world";
import { pipelineFaults } from "./pipelines/faults";
import { beside, type Change, heading, ignoring, instead, loading, raw } from "./plant";

/** In which world a fault is put. */
export type Where = "sound" | "nobody" | "read-only" | "fails" | "unpaid" | "limited" | "piping" | "crowded";
/** `from`: pages that are looked at too, where what links lead to is judged. */
export type Fault = { what: string; by: Check; in?: Where; at?: string; from?: readonly string[]; change: Change };

export const HOME = "/cluster/sync-preferences";
export const LIST = "/cluster/user-management?size=10";

const specs: Record<Where, WorldSpec> = {
  sound: { name: "sound", server: "sound", who: "admin" },
  crowded: { name: "crowded", server: "sound", who: "admin" },
  nobody: { name: "nobody", server: "sound", who: "nobody" },
  "read-only": { name: "read-only", server: "read-only", who: "admin" },
  fails: { name: "fails", server: "fails", who: "admin" },
  unpaid: { name: "unpaid", server: "unpaid", who: "admin" },
  limited: {
    name: "limited",
    server: "sound",
    who: { name: "whoever gives out credentials", actions: ["access-control", "develop"], indices: ["*"] },
  },
  piping: {
    name: "piping",
    server: "sound",
    who: { name: "whoever writes pipelines", actions: ["pipelines"], indices: ["*"] },
  },
};
/** Who looks at which server there. */
export const specOf = (where: Where): WorldSpec => specs[where];

const box = { border: "1px solid" };
const big = "x".repeat(1000);

const onPage: Fault[] = [
  { what: "a field without a label", by: labels, change: beside(<input name="q" />) },
  { what: "a list to choose from without a label", by: labels, change: beside(<select name="q" />) },
  { what: "a text area that only a placeholder names", by: labels, change: beside(<textarea placeholder="Text" />) },
  { what: "a button that is a picture", by: labels, change: beside(<button type="button"><svg aria-hidden="true" /></button>) }, // prettier-ignore
  { what: "a link without words", by: labels, change: beside(<a href="/cluster"><svg aria-hidden="true" /></a>) }, // prettier-ignore
  { what: "an id twice", by: references, change: beside(<><p id="same" /><p id="same" /></>) }, // prettier-ignore
  { what: "a hint that is not there", by: references, change: beside(<p aria-describedby="no-hint">x</p>) },
  { what: "a label for no field", by: references, change: beside(<label htmlFor="no-field">Name</label>) },
  { what: "a first-level heading twice", by: firstHeading, change: beside(<h1>Again</h1>) },
  { what: "a page without a heading", by: firstHeading, change: instead(<p>Nothing</p>) },
  { what: "a heading without words", by: firstHeading, change: instead(<h1> </h1>) },
  { what: "a page without a title", by: title, change: () => ({ meta: () => [{ title: "" }] }) },
  {
    what: "a title with what is undefined",
    by: title,
    change: () => ({ meta: () => [{ title: "undefined · Sync" }] }),
  },
  { what: "a picture from elsewhere", by: ownHost, change: beside(<img alt="" src={`https://${ELSEWHERE}/a.png`} />) },
  { what: "a script from elsewhere", by: ownHost, change: beside(<script src={`https://${ELSEWHERE}/a.js`} />) },
  { what: "a form that goes elsewhere", by: ownHost, change: beside(<form action={`//${ELSEWHERE}/`} />) },
  { what: "a button that sends elsewhere", by: ownHost, change: beside(<button formAction={`//${ELSEWHERE}/`}>Go</button>) }, // prettier-ignore
  { what: "a form that cannot be sent without scripts", by: forms, change: beside(<form method="get"><label>Name <input name="q" /></label></form>) }, // prettier-ignore
  { what: "a form for a page that takes none", by: forms, change: beside(<form method="post" action="/cluster/tasks"><button>Send</button></form>) }, // prettier-ignore
  { what: "a form that leads nowhere", by: forms, change: beside(<form action="/cluster/no/such"><button>Send</button></form>) }, // prettier-ignore
  { what: "a link that leads nowhere", by: links, change: beside(<a href="/cluster/no/such">Go</a>) },
  {
    what: "a link to a screen of before",
    by: links,
    change: beside(<a href={`/app/${sampleIndex}/dashboards`}>Go</a>),
  },
  { what: "a document by its ID", by: titles, change: beside(<a href={`/app/${sampleIndex}/browse/1`}>1</a>) },
  { what: "markup in a text", by: markup, change: beside(raw(payloads.image)) },
  { what: "markup in an attribute", by: markup, change: beside(raw(`<input aria-label="${payloads.quotes}">`)) },
  { what: "markup in the data for scripts", by: markup, change: beside(raw(`<script>${TOLD}("${payloads.state}")</script>`)) }, // prettier-ignore
  { what: "a link that runs a script", by: markup, change: beside(raw(`<a href="javascript:${TOLD}()">x</a>`)) },
  { what: "a frame of somebody", by: markup, change: beside(raw(`<iframe srcdoc="x"></iframe>`)) },
  { what: "a style that asks elsewhere", by: markup, change: beside(raw(`<p style="background:url(//${ELSEWHERE}/)">x</p>`)) }, // prettier-ignore
  { what: "a secret in the address of a link", by: secrets, change: beside(<a href="/cluster?password=test">Go</a>) },
  { what: "a token in the address of a link", by: secrets, change: beside(<a href="/login?token=abc">Go</a>) },
  { what: "the password in the page", by: secrets, change: beside(<p>test-password</p>) },
  { what: "a control that is off without a reason", by: reasons, change: beside(<button aria-disabled="true">Save</button>) }, // prettier-ignore
  { what: "a button that is disabled without a reason", by: reasons, change: beside(<button disabled>Save</button>) },
  { what: "a reason without words", by: reasons, change: beside(<><button aria-describedby="why" disabled>Save</button><p id="why" /></>) }, // prettier-ignore
  {
    what: "a page that lists all there is",
    by: weight,
    change: beside(
      <ul style={box}>
        {Array.from({ length: 300 }, (_, at) => (
          <li key={at}>{big}</li>
        ))}
      </ul>,
    ),
  },
  { what: "a page that may be kept", by: headers, change: heading("Cache-Control", "public, max-age=60") },
  { what: "a page that other sites may read", by: headers, change: heading("Access-Control-Allow-Origin", "*") },
  { what: "a page that says what it runs on", by: headers, change: heading("X-Powered-By", "Remix") },
  { what: "the token in a header", by: secrets, change: heading("X-Who", Buffer.from("admin:test-password").toString("base64")) }, // prettier-ignore
];

const scopeOf = ({ request, params, context }: Parameters<Parameters<typeof loading>[0]>[0]) =>
  requireScope(request, params, null, context);

const atLoading: Fault[] = [
  { what: "a page that is not found", by: status, change: loading(() => { throw new Response(null, { status: 404 }); }) }, // prettier-ignore
  { what: "a page that leads away", by: status, change: loading(() => redirect("/cluster")) },
  { what: "a page that falls over", by: status, change: loading(() => { throw new TypeError("x is not a function"); }) }, // prettier-ignore
  { what: "a way to another site", by: ownHost, change: loading(() => redirect(`https://${ELSEWHERE}/`)) },
  { what: "a way to another site without its scheme", by: ownHost, change: loading(() => redirect(`//${ELSEWHERE}/`)) },
  {
    what: "a page that writes to the server",
    by: noChange,
    // By itself: the client of the console sends no change that is none of `change()`.
    change: loading(async ({ request, context }, own) => {
      const headers = { "X-Request-Id": request.headers.get("x-request-id") ?? "" };
      await fetch(`${context.config.searchUrl}/planted-index`, { method: "PUT", headers });
      return own();
    }),
  },
  {
    what: "a page that writes into the console's own store",
    by: noChange,
    change: loading((args, own) => {
      openStore(args.context.config.dataDir).prepare("UPDATE shared_links SET index_name = index_name || 'x'").run();
      return own();
    }),
  },
  {
    what: "a call for each row",
    by: calls,
    change: loading(async (args, own) => {
      const { http } = await scopeOf(args);
      for (let at = 0; at < 30; at += 1) await http.send({ path: `/_cat/${at}` }).catch(() => undefined);
      return own();
    }),
  },
  { what: "the password in the data for scripts", by: secrets, change: loading(async (_, own) => ({ ...((await own()) as object), password: "test-password" })) }, // prettier-ignore
];

/** Asks, and says nothing of what came back. */
const silent = loading(async (args) => {
  const { http } = await scopeOf(args);
  await http.send({ path: "/_sync/preferences" }).catch(() => undefined);
  return { kind: "alone" };
});

const elsewhere: Fault[] = [
  {
    in: "nobody",
    what: "a call before the guard",
    by: signIn,
    change: loading(async ({ request, context }, own) => {
      await fetch(context.config.searchUrl, {
        headers: { "X-Request-Id": request.headers.get("x-request-id") ?? "" },
      });
      return own();
    }),
  },
  { in: "read-only", what: "a control that changes a server that may only be read", by: gated, change: beside(<form method="post"><button>Erase all</button></form>) }, // prettier-ignore
  { in: "fails", what: "a failure that nobody is told of", by: words, change: silent },
  {
    in: "fails",
    what: "a failure shown as no number",
    by: words,
    change: (module) => ({ ...silent(module), ...beside(<p>NaN documents</p>)(module) }),
  },
  { in: "fails", what: "a page that falls over where the server fails", by: words, change: loading(() => { throw new TypeError("x"); }) }, // prettier-ignore
  { in: "unpaid", what: "a payment that nobody is told of", by: payment, change: loading(async (args) => { const { http } = await scopeOf(args); await http.send({ path: "/_sync/preferences" }).catch(() => undefined); return { kind: "alone" }; }) }, // prettier-ignore
  { in: "unpaid", what: "a payment told as a fault", by: payment, change: loading(() => { throw new TypeError("x"); }) }, // prettier-ignore
  { in: "limited", what: "a link to what is not his", from: ["/cluster/user-management"], by: links, change: beside(<a href="/cluster/user-management">Users</a>) }, // prettier-ignore
  {
    in: "crowded",
    at: LIST,
    what: "a list that ignores the page in its address",
    by: paging,
    change: ignoring("page"),
  },
];

/** Faults of pages, each with the check whose business it is. */
export const faults: readonly Fault[] = [...onPage, ...atLoading, ...elsewhere, ...pipelineFaults];
