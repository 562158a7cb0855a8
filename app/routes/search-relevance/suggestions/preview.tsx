import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { ViewRequest } from "~/components/ui/request/view-request";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { type Handle, titled } from "~/navigation/handle";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { chooseIndex } from "~/services/search-relevance/first-index.server";
import { hasFeatured } from "~/services/search-relevance/suggestions/featured.server";
import type { Suggested } from "~/services/search-relevance/suggestions/preview.server";
import { requireScope } from "~/session/scope.server";
import { previewAddress } from "./_parts/addresses";
import { knownBoxes } from "./_parts/known-boxes.server";
import { NamedInput, NamedSelect } from "./_parts/named-controls";
import { suggestedAtFirst } from "./_parts/starting-text.server";
import { SuggestionTabs } from "./_parts/suggestion-tabs";
import { kindName } from "./_parts/words";

export const handle: Handle = { screen: "suggestions", crumbs: () => [{ label: "Preview" }] };
export const meta = titled("Preview of suggestions");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "suggestions" }, context);
  const { q, visitor, box, ...asked } = previewAddress.at(request).state;
  const [{ names, index }, featured, boxes] = await Promise.all([
    chooseIndex(scope, asked.index),
    hasFeatured(scope),
    knownBoxes(scope),
  ]);
  const first = index === "" ? null : await suggestedAtFirst(scope, { index, text: q, visitor, box });
  const preview = first?.found ?? null;
  const shown = preview?.ok
    ? {
        ...preview,
        value: { found: preview.value.found, request: shownRequest(scope, { request: preview.value.request }) },
      }
    : preview;
  return { names, featured, boxes: boxes.map(({ id }) => id), index, text: first?.text ?? q, preview: shown };
}

type Row = Suggested & { place: number };
const columns: Column<Row>[] = [
  { key: "label", label: "Suggestion", render: ({ label }) => label },
  {
    key: "kind",
    label: "Kind",
    render: ({ kind, section }) => <span className="text-muted">{kindName(kind, section)}</span>,
    narrow: "fact",
  },
];
const searchesFor: Column<Row> = {
  key: "value",
  label: "Searches for",
  narrow: "labelled",
  render: ({ value }) => value,
};

/** What is searched for has a column only where it is not what is suggested. */
const columnsFor = (rows: readonly Suggested[]) =>
  rows.some(({ label, value }) => label !== value) ? [...columns, searchesFor] : columns;

export default function PreviewSuggestionsScreen() {
  const { names, featured, boxes, index, text, preview } = useLoaderData<typeof loader>();
  const here = useAddress(previewAddress);
  const { visitor, box } = here.state;
  return (
    <>
      <SuggestionTabs featured={featured} />
      {preview === null ? (
        <EmptyState title="There is no index to search" />
      ) : (
        <>
          <AddressForm
            here={here}
            controls={["q", "index", "visitor", "box"]}
            role="search"
            className="mb-3 grid items-end gap-x-3 gap-y-2 small:flex small:flex-wrap"
          >
            <NamedInput name="q" label="Text" value={text} className="small:min-w-[10rem] small:flex-1" />
            <NamedSelect name="index" label="Index" value={index} options={names} className="small:max-w-[16rem]" />
            {featured && boxes.length > 0 && (
              <NamedSelect name="box" label="Search box" value={box} options={["", ...boxes]} none="Any" />
            )}
            <Button className="w-fit">Suggest</Button>
            <details open={visitor !== "" || (box !== "" && boxes.length === 0)} className="w-full">
              <summary className="link w-fit text-13">Advanced</summary>
              <div className="mt-2 flex flex-wrap gap-3">
                <NamedInput name="visitor" label="Visitor" value={visitor} />
                {featured && boxes.length === 0 && <NamedInput name="box" label="Search box ID" value={box} />}
              </div>
            </details>
          </AddressForm>
          <SettledPanel of={preview} what="Suggestions">
            {({ found, request }) => (
              <>
                <DataTable
                  caption="Suggestions"
                  columns={columnsFor(found ?? [])}
                  rows={(found ?? []).map((one, place) => ({ ...one, place }))}
                  rowKey={({ place }) => String(place)}
                  empty={
                    <EmptyState title={found === null ? "The answer holds no suggestions" : "No suggestions"}>
                      {found !== null && text === "" && (
                        <p>Before something is typed only popular, recent and featured searches are suggested.</p>
                      )}
                    </EmptyState>
                  }
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
