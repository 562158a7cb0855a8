import type { ReactNode } from "react";
import { buttonClass } from "~/components/ui/button";

type FilterFoldProps = {
  /** How many filters hold; open where there are any. */
  set: number;
  /** Open without one too: a filter is being chosen. */
  open?: boolean;
  children: ReactNode;
  /** Beside it, in one line. */
  aside?: ReactNode;
};

/** All filters of a page behind one button, so that what they filter stands at the top; open where one holds. */
export function FilterFold({ set, open = false, children, aside }: FilterFoldProps) {
  return (
    <div className="details-row mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
      <details open={open || set > 0} className="page-only">
        <summary className={buttonClass("plain", "cursor-pointer")}>
          Filters{set > 0 && ` · ${set}`}
          <span aria-hidden="true" className="arrow" />
        </summary>
        <div className="mt-3">{children}</div>
      </details>
      {aside}
    </div>
  );
}
