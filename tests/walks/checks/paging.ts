import type { Check } from "../check";
import type { Visit } from "../visit";

/** Counts and times, which change while one looks. */
const CHANGES = /^[\d.,]+( \w+)?( ago)?$/;

const rowsOf = ({ elements }: Visit) =>
  elements
    .filter(({ localName }) => localName === "td" || localName === "li")
    .map(({ spoken }) => spoken)
    .filter((said) => !CHANGES.test(said))
    .join("\n");

function nextOf({ elements }: Visit): string | null | undefined {
  const pages = elements.find(
    (one) => one.localName === "nav" && one.getAttribute("aria-label") === "Pages" && one.below.length > 0,
  );
  return pages?.below.find((one) => one.getAttribute("rel") === "next")?.getAttribute("href");
}

/** Where a list has a next page, its link leads to other rows. */
export const paging: Check = {
  says: "shows other rows on the next page",
  in: ({ server, who }) => server === "sound" && who === "admin",
  end: async (visits, world) => {
    const found: string[] = [];
    for (const visit of visits) {
      const href = nextOf(visit);
      if (typeof href !== "string") continue;
      const path = new URL(href, `http://console.test${visit.path}`);
      const next = await world.visit({ ...visit, path: `${path.pathname}${path.search}` });
      if (next.status !== 200) found.push(`${visit.path}: its next page answers ${next.status}`);
      else if (rowsOf(next) === rowsOf(visit)) found.push(`${visit.path}: its next page shows the same rows`);
    }
    return found;
  },
};
