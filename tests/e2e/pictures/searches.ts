import type { Product } from "../support/product";

type Seen = { term: string; times: number; hits: number; clicked?: number };

const searches: Seen[] = [
  { term: "batman", times: 12, hits: 7, clicked: 1 },
  { term: "star wars", times: 9, hits: 6, clicked: 2 },
  { term: "science fiction", times: 5, hits: 0 },
  { term: "batmna", times: 6, hits: 0 },
  { term: "sci-fi", times: 8, hits: 0 },
  { term: "star wasr", times: 3, hits: 0 },
  { term: "godfathr", times: 4, hits: 0 },
  { term: "gift card", times: 2, hits: 0 },
  { term: "films with subtitles for the hard of hearing, in any language", times: 1, hits: 0 },
  { term: "alien", times: 4, hits: 8, clicked: 1 },
];

/** Where visitors come from, in turn: nobody knows it of the last one, and the one before it is no country. */
const countries = [
  ...Array.from({ length: 12 }, () => "Germany"),
  ...Array.from({ length: 8 }, () => "France"),
  ...Array.from({ length: 5 }, () => "United Kingdom"),
  ...["Poland", "Poland", "Poland", "Austria", "Austria", "Luxembourg", "Sweden", "Atlantis", null],
];

/** What visitors searched for in an index, what they saw, where they were, and what they clicked. */
export async function seedSearches(product: Product, index: string): Promise<void> {
  let visitor = 0;
  for (const { term, times, hits, clicked } of searches) {
    for (let n = 0; n < times; n += 1) {
      const impressions = Array.from({ length: hits }, (_, at) => ({ id: String(at + 1 + term.length), index }));
      const search = {
        query: term,
        user_id: `visitor-${n % 5}`,
        total_hits: hits,
        impressions,
        filters: hits > 0 ? { "MPAA Rating": n % 2 === 0 ? "PG-13" : "R", "Major Genre": "Action" } : {},
      };
      const { body } = await product.call("PUT", `/${index}/_analytics/search`, search);
      const id = typeof body === "object" && body !== null && "query_id" in body ? String(body.query_id) : "";
      // Without a file of addresses the server tells no country.
      // Those of one visitor shortly after each other are one search.
      const country = n < 5 ? (countries[visitor++ % countries.length] ?? null) : null;
      if (country !== null && id !== "")
        await product.call("POST", `/.analytics/_update/${id}?refresh=true`, { doc: { country } });
      if (clicked === undefined || n % 2 === 1 || id === "") continue;
      const click_on = { [impressions[clicked]?.id ?? ""]: clicked + 1 };
      await product.call("PUT", `/${index}/_analytics/click`, { query_id: id, click_on });
    }
  }
  await product.call("POST", "/.analytics/_refresh");
}
