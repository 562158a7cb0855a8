import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FilterBar, FilterInput } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { titled } from "~/navigation/handle";
import { clusterLevel } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { getFeatured } from "~/services/search-relevance/suggestions/featured.server";
import { requireScope } from "~/session/scope.server";
import { boxAddress } from "../_parts/addresses";
import { type KnownBox, knownBoxes } from "../_parts/known-boxes.server";
import { SuggestionTabs } from "../_parts/suggestion-tabs";
import { featuredSuggestions } from "../_parts/thing";

export const handle = featuredSuggestions.list();
export const meta = titled("Featured suggestions");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, featuredSuggestions, context);
  const { box } = boxAddress.at(request).state;
  if (box !== "") throw redirect(featuredSuggestions.path(clusterLevel, { id: box }));
  const [offered, boxes] = await Promise.all([whereOffered(getFeatured(scope, "default")), knownBoxes(scope)]);
  return { offered: offered !== null, boxes };
}

const columns: readonly Column<KnownBox>[] = [
  {
    key: "id",
    label: "Search box",
    render: ({ id }) => <Name to={featuredSuggestions.path(clusterLevel, { id })}>{id}</Name>,
  },
  { key: "at", label: "Changed", narrow: "fact", render: ({ at }) => <Time value={at} /> },
  { key: "person", label: "By", narrow: "fact", render: ({ person }) => <Name>{person}</Name> },
];

function OpenBox() {
  const here = useAddress(boxAddress);
  return (
    <>
      <FilterBar here={here} controls={["box"]} submitLabel="Open">
        <FilterInput name="box" label="Name" defaultValue="" wide />
      </FilterBar>
      <p className="text-13 text-muted">
        Your search box sends this name as <code>searchboxId</code>. Each has sections of its own.
      </p>
    </>
  );
}

export default function FeaturedScreen() {
  const { offered, boxes } = useLoaderData<typeof loader>();
  if (!offered) {
    return (
      <>
        <SuggestionTabs featured={false} />
        <EmptyState title="This server has no featured suggestions" />
      </>
    );
  }
  return (
    <>
      <SuggestionTabs featured />
      {boxes.length > 0 && (
        <div className="mb-6">
          <DataTable
            caption="Search boxes with featured suggestions"
            columns={columns}
            rows={boxes}
            rowKey={({ id }) => id}
          />
        </div>
      )}
      {boxes.length === 0 ? (
        <>
          <h2 className="mb-2 text-14 font-bold">New search box</h2>
          <p className="mb-3 max-w-form text-13 text-muted">
            No search box has featured suggestions yet. Name one to add its first suggestion.
          </p>
          <OpenBox />
        </>
      ) : (
        <details>
          <summary className="link w-fit text-13">New search box</summary>
          <div className="mt-2">
            <OpenBox />
          </div>
        </details>
      )}
    </>
  );
}
