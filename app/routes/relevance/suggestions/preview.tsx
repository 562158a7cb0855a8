import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ViewRequest } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, FilterBar, FilterInput, FilterSelect, SettledPanel, StatusBadge, useAddress } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { shownRequest } from "~/services/changes/shown.server";
import { settle } from "~/services/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { hasFeatured } from "~/services/suggestions/featured.server";
import { previewSuggestions, type Suggested } from "~/services/suggestions/preview.server";
import { requireScope } from "~/session/scope.server";
import { previewAddress } from "./_parts/addresses";
import { SuggestionTabs } from "./_parts/screen";

export const handle: Handle = { screen: "suggestions", crumbs: () => [{ label: "Preview" }] };
export const meta: MetaFunction = () => [{ title: "Preview of suggestions · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("suggestions"), context);
  const { q, visitor, box, ...asked } = previewAddress.at(request).state;
  const [names, featured] = await Promise.all([listIndexNames(scope), hasFeatured(scope)]);
  const index = asked.index === "" ? (names[0] ?? "") : asked.index;
  const preview = index === "" ? null : await settle(previewSuggestions(scope, { index, text: q, visitor, box }));
  const shown = preview?.ok ? { ...preview, value: { found: preview.value.found, request: shownRequest(scope, { request: preview.value.request }) } } : preview;
  return { names, featured, index, preview: shown };
}

const kinds: Readonly<Record<string, string>> = {
  index: "Index",
  popular: "Popular",
  recent: "Recent",
  featured: "Featured",
  promoted: "Promoted",
  endpoint: "Endpoint",
};

const columns: Column<Suggested & { place: number }>[] = [
  { key: "label", label: "Suggestion", render: ({ label }) => label },
  { key: "kind", label: "Kind", render: ({ kind, section }) => <StatusBadge tone="neutral">{section ?? kinds[kind] ?? kind}</StatusBadge>, narrow: "badge" },
  { key: "value", label: "Searches for", render: ({ value }) => value },
];

export default function PreviewSuggestionsScreen() {
  const { names, featured, index, preview } = useLoaderData<typeof loader>();
  const here = useAddress(previewAddress);
  const { q, visitor, box } = here.state;
  return (
    <>
      <SuggestionTabs featured={featured} />
      {preview === null ? (
        <EmptyState title="There is no index to search" />
      ) : (
        <>
          <FilterBar here={here} controls={["q", "index", "visitor", "box"]} submitLabel="Suggest">
            <FilterInput name="q" label="Text" defaultValue={q} wide />
            <FilterSelect
              name="index"
              label="Index"
              defaultValue={index}
              options={[...new Set([index, ...names])].map((name) => ({ value: name, label: name }))}
            />
            <FilterInput name="visitor" label="Visitor" defaultValue={visitor} placeholder="Visitor" short="name" />
            {featured && <FilterInput name="box" label="Search box ID" placeholder="Search box ID" defaultValue={box} short="name" />}
          </FilterBar>
          <SettledPanel of={preview} what="Suggestions">
            {({ found, request }) => (
              <>
                <DataTable
                  caption="Suggestions"
                  columns={columns}
                  rows={(found ?? []).map((one, place) => ({ ...one, place }))}
                  rowKey={({ place }) => String(place)}
                  empty={<EmptyState title={found === null ? "The server made no suggestions of this answer" : "Nothing is suggested"} />}
                />
                <div className="mt-3">
                  <ViewRequest request={request} />
                </div>
              </>
            )}
          </SettledPanel>
        </>
      )}
    </>
  );
}
