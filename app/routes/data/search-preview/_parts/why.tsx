import type { ReactNode } from "react";
import { Name } from "~/components/ui/name";
import { ScrollBox } from "~/components/ui/table/scroll-box";
import { formatNumber } from "~/lib/values/numbers";
import type { Explanation } from "~/services/data/search/answer.server";
import type { Part } from "~/services/search-relevance/preview/why";

const points = (value: number) => value.toFixed(2);
const quoted = (words: string) => `“${words}”`;

function reasonOf({ kind, field, words }: Part): ReactNode {
  if (kind === "feature") return <>Boost by {field}</>;
  if (kind === "other") return words;
  return (
    <>
      <code>{field}</code> {kind === "phrase" ? "has the phrase" : "matches"} {quoted(words)}
    </>
  );
}

/**
 * Why a hit has its score, in points: what was found where, as weight × rarity × fit, with the sum; the engine's own
 * explanation is folded below.
 */
export function Why({ why, parts }: { why: Explanation; parts: readonly Part[] }) {
  const most = Math.max(...parts.map(({ value }) => value), 0);
  const cell = "whitespace-nowrap px-2 py-1 text-right tabular-nums";
  return (
    <ScrollBox label="Why this score" className="mt-2 rounded border border-line bg-surface text-13">
      <table className="w-full">
        <caption className="sr-only">Why this score</caption>
        <thead>
          <tr className="border-b border-line text-12 text-muted">
            <th scope="col" className="px-3 py-1 text-left">
              Reason
            </th>
            <th scope="col" className={cell}>
              Weight
            </th>
            <th scope="col" className={cell}>
              Rarity
            </th>
            <th scope="col" className={cell}>
              Fit
            </th>
            <th scope="col" className={cell}>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.kind} ${part.field} ${part.words}`} className="border-b border-line align-top">
              <td className="px-3 py-1">
                <Name>{reasonOf(part)}</Name>
                {part.factors?.inDocuments != null && part.factors.ofDocuments !== null && (
                  <span className="block text-12 text-muted">
                    in {formatNumber(part.factors.inDocuments)} of {formatNumber(part.factors.ofDocuments)} documents
                  </span>
                )}
              </td>
              <td className={cell}>{part.factors ? part.factors.weight.toFixed(1) : "–"}</td>
              <td className={cell}>{part.factors ? `× ${part.factors.rarity.toFixed(2)}` : "–"}</td>
              <td className={cell}>{part.factors ? `× ${part.factors.fit.toFixed(2)}` : "–"}</td>
              <td className={cell}>
                <strong>{points(part.value)}</strong>
                <svg
                  aria-hidden="true"
                  className="ml-2 hidden h-1.5 w-16 text-accent small:inline-block"
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                >
                  <rect width={most > 0 ? (100 * part.value) / most : 0} height="10" fill="currentColor" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={4} className="px-3 py-1 text-left">
              Score
            </th>
            <td className={cell}>{points(why.value)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="border-t border-line px-3 py-1.5 text-12 text-muted">
        Rarity: fewer documents have the word. Fit: how often it occurs in a field of this length.
      </p>
      <details className="border-t border-line px-3 py-1.5">
        <summary className="flex items-center gap-2 rounded-sm text-muted hover:text-ink">
          <span aria-hidden="true" className="chevron" />
          Explanation of the engine
        </summary>
        <div className="mt-1 font-mono text-code">
          <Reason why={why} depth={0} />
        </div>
      </details>
    </ScrollBox>
  );
}

function Reason({ why, depth }: { why: Explanation; depth: number }) {
  const line = (
    <Name>
      <strong>{why.value.toPrecision(4)}</strong> {why.description}
    </Name>
  );
  if (why.details.length === 0) return <div className="pl-4">{line}</div>;
  return (
    <details open={depth < 2}>
      <summary className="flex gap-1.5 rounded-sm">
        <span aria-hidden="true" className="chevron mt-1.5" />
        {line}
      </summary>
      <div className="ml-1.5 border-l border-line pl-2">
        {why.details.map((detail, at) => (
          <Reason key={at} why={detail} depth={depth + 1} />
        ))}
      </div>
    </details>
  );
}
