import { type LevelRef, screenPath } from "~/navigation/paths";

/** A term of a list of the first ones, with its click rate in percent; null where the server does not tell it. */
export const topTerm = ({ key, count, click_rate }: { key: string; count: number; click_rate: number | null }) => ({
  key,
  count,
  rate: click_rate,
});

/** Where a search without results is fixed: its row in the list, with the menu of all ways. */
export const toFix = (at: LevelRef, term: string) => screenPath(at, "no-results-searches", { query: { q: term } });
