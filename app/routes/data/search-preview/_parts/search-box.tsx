import { Link, useFetcher, useLocation } from "@remix-run/react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { SearchLine } from "~/components/ui/filter/search-line";
import { Marked } from "~/components/ui/marked";
import { countOf } from "~/lib/values/numbers";
import { queryString } from "~/navigation/paths";
import type { PreviewHere } from "../../_parts/search/preview-address";
import type { loader } from "../suggestions";

const WAIT = 200;

/**
 * The text to search for. Where scripts run, suggestions come while typing, as links under the box; without them they
 * follow the search.
 */
export function SearchBox({ app, here }: { app: string; here: PreviewHere }) {
  const text = here.state.q;
  const fetcher = useFetcher<typeof loader>();
  const { search } = useLocation();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // A new search has been made: what was suggested for the old text goes.
  useEffect(() => setOpen(false), [search]);

  function ask(value: string) {
    clearTimeout(timer.current);
    if (value.trim() === "") return setOpen(false);
    timer.current = setTimeout(() => {
      fetcher.load(`/resources/search-suggestions${queryString({ app, q: value })}`);
      setOpen(true);
    }, WAIT);
  }

  function leave(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  const suggestions = open ? (fetcher.data?.suggestions ?? []) : [];
  return (
    // Escape closes the list, wherever in it the focus is.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="relative min-w-0 flex-1"
      onBlur={leave}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <SearchLine text={text} onTyped={ask} />
      <p role="status" className="sr-only">
        {suggestions.length > 0 ? `${countOf(suggestions.length, "suggestion")} below the box` : ""}
      </p>
      {suggestions.length > 0 && (
        <ul
          aria-label="Suggestions while typing"
          className="absolute left-0 right-0 top-full z-30 mt-1 rounded border border-line bg-surface p-1 shadow"
        >
          {suggestions.map(({ value, pieces }) => (
            <li key={value}>
              <Link
                to={here.href({ q: value })}
                className="block rounded-sm px-2.5 py-1.5 text-ink no-underline hover:bg-sunken [overflow-wrap:anywhere]"
              >
                <Marked pieces={pieces} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
