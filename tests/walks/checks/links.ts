import { routeAt } from "../routed";
import type { Check } from "../check";
import type { Visit } from "../visit";

/** Files of the build and of the public folder have no route. */
const FILES = /^\/(build|fonts|favicon|manifest)/;
const OWN = "http://console.test";

/** Addresses of ours that a page links to, with the route of each. */
function linksOf({ path, elements }: Visit) {
  const hrefs = elements.flatMap(({ localName, getAttribute }) =>
    localName === "a" ? (getAttribute("href") ?? "") : [],
  );
  return [...new Set(hrefs)].flatMap((href) => {
    const url = new URL(href, `${OWN}${path}`);
    return url.origin !== OWN || FILES.test(url.pathname) ? [] : [{ href, route: routeAt(url.pathname) }];
  });
}

const routeOf = ({ path }: Visit) => routeAt(new URL(path, OWN).pathname)?.id ?? path;

/** The answers that links lead to, page by page, from where somebody comes in. */
function reached(visits: readonly Visit[]): Visit[] {
  const byRoute = new Map(visits.map((visit) => [routeOf(visit), visit]));
  const found = new Set<Visit>();
  const home = visits.find(({ path }) => path === "/");
  const first = routeAt(new URL(home?.headers.get("Location") ?? "/cluster", OWN).pathname)?.id ?? "";
  const waiting = [first];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const visit = byRoute.get(id);
    if (visit === undefined || found.has(visit)) continue;
    found.add(visit);
    // Of a page that is refused the menus keep to what it is about: its own links are no offer.
    if (visit.status < 400) waiting.push(...linksOf(visit).flatMap(({ route }) => route?.id ?? []));
  }
  return [...found];
}

const REFUSED = /not allowed|cannot access|Access denied|user not allowed/i;
/** The log of what was refused says so. */
const TELLS_OF_IT = /\/request-logs\//;

/** Each link leads to an address of the table; where somebody may do little, to none that refuses him. */
export const links: Check = {
  says: "links to what is there, and may be opened",
  look: (visit) =>
    visit.status === 404
      ? []
      : linksOf(visit).flatMap(({ href, route }) => (route ? [] : [`links to ${href}, which is nowhere`])),
  end: (visits, { who }) => {
    if (typeof who !== "object") return [];
    const found = reached(visits);
    // Where nothing is reached nothing is proved.
    if (found.length === 0) return ["no page is reached from where one comes in"];
    return found
      .filter(({ status, text, path }) => status >= 400 || (REFUSED.test(text) && !TELLS_OF_IT.test(path)))
      .map(({ path, status, text }) => `${path} is offered, and refused: ${status} ${REFUSED.exec(text)?.[0] ?? ""}`);
  },
};
