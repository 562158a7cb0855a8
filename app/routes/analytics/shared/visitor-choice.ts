// What somebody with a shared link may choose himself: the order of a list, its page, and how many rows it has.

const CHOICES = [
  ["sort", /^[a-z]{1,20}$/],
  ["order", /^(asc|desc)$/],
  ["page", /^\d{1,4}$/],
  ["size", /^\d{1,3}$/],
] as const;
const names: readonly string[] = CHOICES.map(([name]) => name);

/** The choices in a query string; whatever else it holds is left out. */
function chosenIn(search: string): URLSearchParams {
  const [given, chosen] = [new URLSearchParams(search), new URLSearchParams()];
  for (const [name, form] of CHOICES) {
    const value = given.get(name) ?? "";
    if (form.test(value)) chosen.set(name, value);
  }
  return chosen;
}

/** All else of a query string, in an order by which two can be compared. */
function restOf(search: string): string {
  const rest = new URLSearchParams(search);
  for (const name of names) rest.delete(name);
  rest.sort();
  return rest.toString();
}

/** The query string of a shared page with what its visitor chose: an order of his own begins at the first page. */
export function withChoice(kept: string, visitors: string): string {
  const chosen = chosenIn(visitors);
  if (chosen.size === 0) return kept;
  const params = new URLSearchParams(kept);
  for (const name of names) params.delete(name);
  for (const [name, value] of chosen) params.set(name, value);
  return `?${params.toString()}`;
}

/**
 * Where a link of the page leads for its visitor: to the same page as he may choose it, and nowhere else. `address` is
 * what the page is shown for.
 */
export function choiceLink(address: string): (href: string) => string | undefined {
  const own = new URL(address, "http://console");
  const rest = restOf(own.search);
  return (href) => {
    if (!URL.canParse(href, own)) return undefined;
    const to = new URL(href, own);
    if (to.origin !== own.origin || to.pathname !== own.pathname || to.hash !== "" || restOf(to.search) !== rest)
      return undefined;
    return `?${chosenIn(to.search).toString()}`;
  };
}
