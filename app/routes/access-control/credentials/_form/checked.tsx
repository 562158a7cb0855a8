import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Checks } from "./checks.server";

/** What the patterns meet now. */
export function IndicesMet({ checks: { meets, everything } }: { checks: Checks }) {
  return (
    <div role="status" className="-mt-2 mb-4 text-13 text-muted">
      {everything && (
        <Notice tone="warn">* opens every index, those to come too, and the calls of the whole cluster.</Notice>
      )}
      {meets === null ? (
        "What they meet is not known: the indices could not be listed."
      ) : meets.total === 0 ? (
        "No index matches now."
      ) : (
        <Name>
          Matches {countOf(meets.total, "index", "indices")} of {formatNumber(meets.of)} now: {meets.names.join(", ")}
          {meets.total > meets.names.length && ` and ${formatNumber(meets.total - meets.names.length)} more`}
        </Name>
      )}
    </div>
  );
}

/** How referers are written. */
export function RefererExamples({ examples }: { examples: Checks["examples"] }) {
  return (
    <details className="-mt-2 mb-4 text-13">
      <summary className="link w-fit">How patterns are written</summary>
      <ul className="mt-1 text-muted">
        {examples.map(({ pattern, what }) => (
          <li key={pattern}>
            <code className="text-ink">{pattern}</code>: {what}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Whether the page that was asked about may use the credential. */
export function PageChecked({ page }: { page: Checks["page"] }) {
  if (page === null) return null;
  return (
    <Notice tone={page.fits ? "good" : "bad"} role="status">
      {page.fits
        ? `${page.address} fits ${page.by ?? ""}.`
        : `${page.address} fits none of the referers: calls from it are refused.`}
    </Notice>
  );
}
