import { pageOf } from "../address/page-of";

type Compare<Row> = (a: Row, b: Row) => number;

type Narrowed = { q?: string; sort?: { by: string; order: "asc" | "desc" } };
type ListState = Narrowed & { page: number; size: number };

type ListRules<Row, State extends Narrowed> = {
  /** What a search looks in, case aside. */
  text: (row: Row) => readonly (string | null | undefined)[];
  /** By `sort.by`; the first one also says which of two equal rows comes first. */
  orders?: State extends { sort: { by: infer By extends string } } ? Readonly<Record<By, Compare<Row>>> : never;
  /** What else decides whether a row is shown, by the parameter that asks for it; one that is "" asks for nothing. */
  facets?: { readonly [Key in keyof State]?: (row: Row, wanted: Exclude<State[Key], "">) => boolean };
};

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** An order by a text of the row, as a reader expects it: `item-2` before `item-10`, case aside. */
export const byText =
  <Row>(text: (row: Row) => string): Compare<Row> =>
  (a, b) =>
    COLLATOR.compare(text(a), text(b));

/** An order by a number of the row; what has none counts as `without`. */
export const byNumber =
  <Row>(number: (row: Row) => number | null | undefined, without = 0): Compare<Row> =>
  (a, b) =>
    (number(a) ?? without) - (number(b) ?? without) || 0;

/** The rows that an address asks for: searched and narrowed, in the order in which they come. */
export function matchesOf<Row, State extends Narrowed>(
  rows: readonly Row[],
  state: State,
  { text, facets = {} }: Pick<ListRules<Row, State>, "text" | "facets">,
): Row[] {
  const sought = (state.q ?? "").toLowerCase();
  const asked = Object.entries<((row: Row, wanted: never) => boolean) | undefined>(facets).flatMap(([key, fits]) => {
    const wanted = state[key as keyof State];
    return fits === undefined || wanted === "" ? [] : [(row: Row) => fits(row, wanted as never)];
  });
  return rows.filter((row) => asked.every((fits) => fits(row)) && text(row).join("\n").toLowerCase().includes(sought));
}

/**
 * A page of a list that is in memory, as its address asks for it: searched, narrowed, sorted. `all` is how many there
 * are, `total` how many match.
 */
export function listOf<Row, State extends ListState>(rows: readonly Row[], state: State, rules: ListRules<Row, State>) {
  return { ...pageOf(sorted(matchesOf(rows, state, rules), state, rules.orders), state), all: rows.length };
}

function sorted<Row>(
  rows: readonly Row[],
  { sort }: Narrowed,
  orders: Readonly<Record<string, Compare<Row>>> | undefined,
): readonly Row[] {
  const compare = sort && orders?.[sort.by];
  if (compare === undefined) return rows;
  const [tie = compare] = Object.values(orders ?? {});
  const direction = sort?.order === "desc" ? -1 : 1;
  return [...rows].sort((a, b) => direction * compare(a, b) || tie(a, b));
}
