import { encode } from "turbo-stream";

const DATA = /^[^?#]*\.data(?:[?#]|$)/;

/**
 * True for a target that asks for the data of a page, as the scripts of a page do where a browser without them asks for
 * the page.
 */
export const asksPageData = (target: string) => DATA.test(target);

/** The path of the page whose data a path asks for; any other path as it is. */
export function pathOfPage(pathname: string): string {
  return pathname.endsWith(".data") ? pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/") : pathname;
}

type Refused = { method: string; target: string; status: number; text: string };

function partsOf(target: string): { pathname: string; search: string } {
  const at = target.indexOf("?");
  return at < 0 ? { pathname: target, search: "" } : { pathname: target.slice(0, at), search: target.slice(at) };
}

/** Where the page itself is asked for, never at another host. */
function addressOfPage(target: string): string {
  const { pathname, search } = partsOf(target);
  return `/${pathOfPage(pathname).replace(/^[/\\]+/, "")}${search}`;
}

/**
 * A refusal as the scripts read the data of a page. Of a form, and of routes that are asked for by their ids, it is
 * what they threw. A page as a whole is asked for again without scripts, and that is refused, if need be, with a page:
 * an error of all its routes would take away what makes it a page, its styles too.
 */
export function refusedData({ method, target, status, text }: Refused): Promise<string> {
  const error = {};
  const instead = {};
  const routes = new URLSearchParams(partsOf(target).search).get("_routes")?.split(",");
  const ofRoutes = routes === undefined ? instead : Object.fromEntries(routes.map((id) => [id, { error }]));
  const redirect = { redirect: addressOfPage(target), status: 302, revalidate: false, reload: true, replace: false };
  const parts = encode(method === "GET" ? ofRoutes : { error }, {
    // By the names, and with the parts, that the router's own answers have.
    plugins: [
      (value) => (value === error ? ["ErrorResponse", text, status, ""] : false),
      (value) => (value === instead ? ["SingleFetchRedirect", redirect] : false),
    ],
  });
  return new Response(parts).text();
}
