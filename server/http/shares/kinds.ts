import type { ServerBuild } from "@remix-run/node";
import { byRoute } from "../route-handles";

/** What a request holds open until it is answered. */
export type Kind = "pages" | "events" | "files" | "calls" | "uploads";

/** What an address holds by reading and by sending a form. */
export type Holds = { reading: Kind; sending: Kind };

const PAGES: Holds = { reading: "pages", sending: "pages" };
const SAID: Readonly<Record<string, Holds>> = {
  events: { reading: "events", sending: "events" },
  calls: { reading: "pages", sending: "calls" },
  answer: PAGES,
};
const FILES: Holds = { reading: "files", sending: "files" };

/**
 * Tells what a request's target holds. A route says so by `holds` of its `handle`; where it says nothing an address
 * below `/resources`, which is no page, is a download, so that one nobody thought of is counted as what costs most.
 */
export function holdsOf(build: ServerBuild): (target: string) => Holds {
  const told = byRoute(build, ({ handle: { holds }, isPage, parts }) => {
    if (typeof holds === "string" && Object.hasOwn(SAID, holds)) return SAID[holds];
    return parts[0] === "resources" && !isPage ? FILES : undefined;
  });
  return (target) => told(target) ?? PAGES;
}
