import type { Query } from "~/navigation/paths";
import { address, number } from "./index";

/**
 * Where a thing was opened from: what the list was set to, as its query string without page, and the row, from 0. Both
 * go along in the thing's own address.
 */
export type ListPlace = { list: string; row: number | null };

const MOST = 6000;

const place = address({ row: number({ min: 0, initial: null }) });

/** The place in the address of a thing; both parts are empty where it was not opened from a list. */
export function readPlace(params: URLSearchParams): ListPlace {
  const list = params.get("list") ?? "";
  return { list: list.length > MOST ? "" : new URLSearchParams(list).toString(), row: place.at(params).state.row };
}

/** The parameters `list` and `row` for the address of a thing of a list. */
export const placeQuery = ({ list, row }: ListPlace): Query => ({ list, row });
