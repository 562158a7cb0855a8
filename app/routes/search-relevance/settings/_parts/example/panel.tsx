import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterInput } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { Marked } from "~/components/ui/marked";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Example } from "~/services/search-relevance/preview/example.server";
import type { ExampleData } from "./load.server";
import { exampleAddress } from "./address";

type Found = Example & { text: string };

/** Beside settings: what one search finds with the draft, as far as it acts without a re-index. */
export function ExamplePanel({ index, of, waits, found }: ExampleData & { index: string }) {
  const here = useAddress(exampleAddress);
  return (
    <Card title="Example search">
      <AddressForm here={here} controls={["try"]} keepScroll className="mt-2 flex gap-2">
        <FilterInput name="try" label="Example search" placeholder="Search" defaultValue={here.state.try} wide />
        <Button>Show</Button>
      </AddressForm>
      <div className="mt-3">
        <SettledPanel of={found} what="Example">
          {(one) =>
            one === null ? (
              <p className="text-13 text-muted">Nobody has searched yet. Enter a search.</p>
            ) : (
              <Shown found={one} of={of} compare={waits && of === "order" ? index : null} />
            )
          }
        </SettledPanel>
      </div>
      <p className="mt-2 text-12 text-muted">
        {waits ? "With your draft, as far as it acts without a re-index." : "With the settings in force."}
      </p>
    </Card>
  );
}

/** `compare`: the index, where both sides can be compared. */
type ShownProps = { found: Found; of: ExampleData["of"]; compare: string | null };

function Shown({ found, of, compare }: ShownProps) {
  const { text, total, hits, facets, problem } = found;
  if (problem !== null) return <Name className="text-13 text-bad">{problem}</Name>;
  return (
    <>
      <p className="mb-1.5 text-13 text-muted">
        <Name as="strong" className="text-ink">{`“${text}”`}</Name> · {countOf(total, "result")}
        {compare !== null && (
          <>
            {" · "}
            <PlainLink to={screenPath(appLevel(compare), "search/compare", { query: { q: text } })} className="link">
              Compare
            </PlainLink>
          </>
        )}
      </p>
      {of === "facets" ? <Counted facets={facets} /> : <Hits hits={hits} />}
    </>
  );
}

function Hits({ hits }: Pick<Found, "hits">) {
  if (hits.length === 0) return null;
  return (
    <ol aria-label="First results" className="rounded border border-line bg-surface text-13">
      {hits.map(({ id, title, found, moved }, place) => (
        <li key={`${place} ${id}`} className="border-b border-line px-3 py-2 last:border-b-0">
          <span className="flex items-baseline justify-between gap-2">
            <Name>
              <Marked pieces={title} />
            </Name>
            {moved !== null && (
              <span className="shrink-0">
                <StatusBadge tone={moved.startsWith("down") ? "neutral" : "good"}>{moved}</StatusBadge>
              </span>
            )}
          </span>
          {found.map(({ field, pieces }) => (
            <Name as="p" key={field} className="text-12 text-muted">
              <code>{field}</code> <Marked pieces={pieces} />
            </Name>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Counted({ facets }: Pick<Found, "facets">) {
  if (facets.length === 0) return <p className="text-13 text-muted">No field is counted by its values.</p>;
  return facets.map(({ label, values }) => (
    <section key={label} className="mb-3 text-13 last:mb-0">
      <h3 className="mb-1 font-semibold">{label}</h3>
      {values.length === 0 ? (
        <p className="text-muted">No values among these results.</p>
      ) : (
        <ul className="rounded border border-line bg-surface">
          {values.map(({ key, count }) => (
            <li key={key} className="flex justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
              <Name>{key}</Name>
              <span className="tabular-nums text-muted">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  ));
}
