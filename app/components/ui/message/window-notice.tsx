import type { Here, Order } from "~/lib/address";
import { formatNumber } from "~/lib/values/numbers";
import { Notice } from "./notice";
import { PlainLink } from "../plain-link";

type WindowNoticeProps = {
  here: Here<{ sort: Order; page: number; size: number }>;
  total: number;
  lastPage: number;
  /** "documents" */ nouns: string;
};

/** On the last page that a server pages to: there is more, and how to get at it. */
export function WindowNotice({ here, total, lastPage, nouns }: WindowNoticeProps) {
  const { sort, page, size } = here.state;
  if (total <= lastPage * size || page < lastPage) return null;
  const turned = { sort: { by: sort.by, order: sort.order === "asc" ? ("desc" as const) : ("asc" as const) } };
  return (
    <div className="mt-3">
      <Notice tone="info">
        Only the first {formatNumber(lastPage * size)} {nouns} of a search can be paged through. To see the others,
        narrow the filters,{" "}
        {sort.by === "" ? (
          "sort by a column"
        ) : (
          <PlainLink to={here.href(turned)} className="link">
            reverse the order
          </PlainLink>
        )}
        , or export them.
      </Notice>
    </div>
  );
}
