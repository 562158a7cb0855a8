import { Marked } from "~/components/ui/marked";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge, type Tone } from "~/components/ui/message/status-badge";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf } from "~/lib/values/numbers";
import type { Mark } from "~/services/search-relevance/preview/moves";
import type { ComparedRow, ShownSide } from "./rows.server";

const tones: Record<Mark, Tone> = { up: "good", down: "neutral", same: "neutral", new: "info", gone: "warn" };
/** What a grade says. */
const gradeWords = ["no answer", "weak", "good", "best"] as const;

type ColumnProps = {
  title: string;
  note: string;
  side: ShownSide;
  isDraft: boolean;
  /** The document whose score is explained. */
  why: string;
  whyLink: (id: string) => string;
  documentLink: ((id: string) => string) | null;
};

/** The results of one side, or why it has no results. */
export function Column({ title, note, side, isDraft, ...rest }: ColumnProps) {
  const id = isDraft ? "draft-results" : "live-results";
  const found =
    side.kind === "hits"
      ? `${side.atLeast ? "at least " : ""}${countOf(side.total, "result")}${side.took === null ? "" : ` in ${side.took} ms`}`
      : "";
  return (
    <section aria-labelledby={id} className="min-w-0 flex-1">
      <h2 id={id} className="mb-2 flex h-6 items-baseline gap-x-2 text-16 font-bold">
        {title}{" "}
        <span className="min-w-0 truncate text-13 font-normal text-muted">
          {[note, found].filter((part) => part !== "").join(" · ")}
        </span>
      </h2>
      {side.kind === "failed" && (
        <ErrorPanel title={`The ${title.toLowerCase()} search failed.`} failure={side.failure} />
      )}
      {side.kind === "refused" && (
        <Notice tone="bad" role="alert">
          <strong>The search engine rejected this search.</strong> {side.message}
        </Notice>
      )}
      {side.kind === "hits" && side.timedOut && (
        <Notice tone="warn">The search timed out. There may be more results than shown.</Notice>
      )}
      {side.kind === "hits" &&
        (side.rows.length === 0 ? (
          <p className="rounded border border-line px-3.5 py-4 text-muted">No results.</p>
        ) : (
          <ol className={`rounded border ${isDraft ? "border-accent" : "border-line"}`}>
            {side.rows.map((row, at) => (
              <Row key={`${at} ${row.id}`} row={row} isDraft={isDraft} {...rest} />
            ))}
          </ol>
        ))}
    </section>
  );
}

type RowProps = Pick<ColumnProps, "isDraft" | "why" | "whyLink" | "documentLink"> & { row: ComparedRow };

function Row({ row, isDraft, why, whyLink, documentLink }: RowProps) {
  const { id, place, title, details, made, score, moved, grade } = row;
  const isGone = moved?.mark === "gone";
  const isExplained = why === id;
  const look = isExplained ? "bg-accent-soft" : isGone ? "bg-raised" : "";
  const name = <Marked pieces={title} />;
  const line = isDraft && made !== "" ? made : details;
  return (
    <li className={`flex h-[3.875rem] items-center gap-2.5 border-b border-line px-3 last:border-b-0 ${look}`}>
      <span className="w-6 shrink-0 text-right text-13 font-semibold tabular-nums text-muted">{place}</span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span
            className={`min-w-0 truncate font-semibold ${isGone ? "line-through" : ""}`}
            title={title.map(({ text }) => text).join("")}
          >
            {documentLink ? (
              <PlainLink to={documentLink(id)} className="link">
                {name}
              </PlainLink>
            ) : (
              name
            )}
          </span>
          {moved && (isDraft || isGone) && (
            <span className="shrink-0">
              <StatusBadge tone={tones[moved.mark]} shape={moved.mark !== "same"}>
                {moved.text}
              </StatusBadge>
            </span>
          )}
        </p>
        <p className="truncate text-13 text-muted" title={line}>
          {line === "" ? "–" : line}
        </p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-0.5 text-13">
        <span className="flex items-center gap-1.5">
          {grade !== null && (
            <span className="text-12 text-muted" title={gradeWords[grade]}>
              grade {grade}
            </span>
          )}
          <span className="whitespace-nowrap rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-12 font-semibold">
            <span className="sr-only">Score </span>
            {score}
          </span>
        </span>
        <PlainLink to={whyLink(isExplained ? "" : id)} keepScroll className="link">
          {isExplained ? "Hide" : "Why"}
          <span className="sr-only"> the score of {title.map(({ text }) => text).join("")}</span>
        </PlainLink>
      </div>
    </li>
  );
}
