import type { Query } from "~/navigation/paths";
import { wholeNumber } from "./search-params";

/** Where a thing was opened from: what the list was set to, as its query string without page, and the row, from 0. Both go along in the thing's own address. */
export type ListPlace = { list: string; row: number | null };

const MOST = 6000;

/** The place in the address of a thing; both parts are empty where it was not opened from a list. */
export function readPlace(params: URLSearchParams): ListPlace {
  const list = params.get("list") ?? "";
  const row = wholeNumber(params.get("row"), { from: 0, fallback: -1 });
  return { list: list.length > MOST ? "" : new URLSearchParams(list).toString(), row: row < 0 ? null : row };
}

/** The parameters `list` and `row` for the address of a thing of a list. */
export const placeQuery = ({ list, row }: ListPlace): Query => ({ list, row });
