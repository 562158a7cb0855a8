import { Card } from "~/components/ui/card";
import { SearchLine } from "~/components/ui/filter/search-line";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { failureMessage } from "~/lib/messages/user-messages";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { TriedSearch, TriedSide } from "./tried.server";

type TryPanelProps = {
  /** What a first search is filled in with. */ suggested: string;
  result: TriedSearch | null;
  /** Parameters of the address that stay. */ keep: Readonly<Record<string, string>>;
  labels: { draft: string };
};

/** A search of one's own before and after: as it is live, and with what is not published yet. */
export function TryPanel({ suggested, result, keep, labels }: TryPanelProps) {
  return (
    <Card title="Try a search" className="mb-4">
      <PageForm method="get" className="mt-2">
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchLine text={result?.q ?? suggested} tone="plain" />
      </PageForm>
      {result && (
        <div className="mt-3 grid gap-4 small:grid-cols-2">
          <Side title="Live" side={result.live} other={result.draft} />
          <Side title={labels.draft} side={result.draft} other={result.live} />
        </div>
      )}
    </Card>
  );
}

const idsOf = (side: TriedSide) => new Set(side.kind === "hits" ? side.hits.map(({ id }) => id) : []);

function Side({ title, side, other }: { title: string; side: TriedSide; other: TriedSide }) {
  const known = idsOf(other);
  return (
    <section className="min-w-0">
      <h3 className="text-13 font-bold">{title}</h3>
      {side.kind === "failed" && <p className="text-bad">{failureMessage(side.failure)}</p>}
      {side.kind === "refused" && <p className="text-bad">{side.message}</p>}
      {side.kind === "hits" && (
        <>
          <p className="tabular-nums text-muted">
            {side.atLeast ? `At least ${formatNumber(side.total)} hits` : countOf(side.total, "hit")}
          </p>
          <ol className="mt-1 list-decimal pl-5">
            {side.hits.map((hit) => (
              <Name as="li" key={hit.id}>
                {known.has(hit.id) ? hit.title : <strong>{hit.title}</strong>}
              </Name>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
