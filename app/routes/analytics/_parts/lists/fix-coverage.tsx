import { LoadLink } from "~/components/ui/message/load-link";
import { Panel } from "~/components/ui/page/panel";
import { formatNumber } from "~/lib/values/numbers";
import { type Coverage, coverageOf } from "~/services/analytics/fixes/coverage";
import type { Fixes } from "./fixes.server";

const STRIPES = "repeating-linear-gradient(135deg, var(--accent) 0 3px, transparent 3px 6px)";
const BACK = "repeating-linear-gradient(45deg, var(--good) 0 3px, transparent 3px 6px)";
/** Told apart by pattern too, not by colour alone. */
const PARTS: readonly { key: keyof Coverage; label: string; className: string; image?: string }[] = [
  { key: "found", label: "Found now", className: "bg-good" },
  { key: "inDraft", label: "Found with your draft", className: "", image: BACK },
  { key: "suggested", label: "Fix suggested", className: "", image: STRIPES },
  { key: "notInStock", label: "Not in stock", className: "bg-line-strong" },
  { key: "open", label: "No suggestion", className: "bg-sunken" },
];

type CoverageProps = { rows: readonly { name: string; count: number }[]; fixes: Fixes };

/** How many of the searches of the page's rows are fixed, can be, are known, or wait for an idea. */
export function FixCoverage({ rows, fixes: { near, notes } }: CoverageProps) {
  return (
    <section aria-labelledby="fix-coverage" className="h-full rounded border border-line bg-raised p-3.5">
      <h2 id="fix-coverage" className="text-13 text-muted">
        Fix coverage of this page
      </h2>
      <Panel of={near} waiting={<p className="mt-2 text-13 text-faint">Loading…</p>}>
        {(found) =>
          found.ok ? (
            <Bar of={coverageOf(rows, { fixes: found.value, notes })} />
          ) : (
            <p className="mt-2 text-13 text-muted">
              {found.failure.kind === "late" ? "Counting takes a while." : "The searches could not be counted."}{" "}
              <LoadLink label="Count now" />
            </p>
          )
        }
      </Panel>
    </section>
  );
}

function Bar({ of }: { of: Coverage }) {
  const all = PARTS.reduce((sum, { key }) => sum + of[key], 0);
  return (
    <>
      <div aria-hidden="true" className="mt-2 flex h-3 overflow-hidden rounded border border-line">
        {PARTS.map(({ key, className, image }) => (
          <span
            key={key}
            className={className}
            style={{ width: `${all === 0 ? 0 : (100 * of[key]) / all}%`, background: image }}
          />
        ))}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-13">
        {PARTS.map(({ key, label, className, image }) => (
          <div key={key} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={`inline-block h-3 w-3 rounded border border-line ${className}`}
              style={{ background: image }}
            />
            <dt>{label}</dt>
            <dd className="font-bold">{formatNumber(of[key])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
