import { shownId } from "~/lib/ids";
import { EMPTY_QUERY } from "./list-kind";

/** The name of a term; searches without text have one that servers give them. */
export function TermName({ term }: { term: string }) {
  return term === EMPTY_QUERY ? <em>{EMPTY_QUERY}</em> : <>{shownId(term)}</>;
}
