import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useAddress } from "~/components/ui/filter/use-address";
import { Notice } from "~/components/ui/message/notice";
import { arrived } from "~/components/ui/page/panel";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { pageOf } from "~/lib/address";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, type LevelRef } from "~/navigation/paths";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { indexOf, requireIndex } from "~/services/indices/get.server";
import { datesOf, listAliases } from "~/services/indices/list.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { mayOpen, requireScope, type Scope } from "~/session/scope.server";
import { fieldList } from "./_parts/one-index/fields-address";
import { FieldsTable } from "./_parts/one-index/fields-table";
import { newSearchKey } from "~/session/new-search-key.server";
import { FirstSteps } from "./_parts/first-steps";
import { firstStepsFor } from "./_parts/first-steps-for.server";
import { changesOf } from "./_parts/index-actions";
import { IndexCards } from "./_parts/one-index/index-cards";
import { loadIndexCards } from "./_parts/one-index/index-cards.server";
import { Connect } from "./_parts/one-index/connect";
import { Fold, IndexDetails } from "./_parts/one-index/index-folds";
import { IndexHead } from "./_parts/one-index/index-head";
import { IndexSearches } from "./_parts/one-index/index-searches";
import { loadIndexSearches } from "./_parts/one-index/index-searches.server";
import { NextSteps } from "./_parts/one-index/next-steps";
import { SetUpOffer } from "./_parts/set-up-offer";
import { loadConnect } from "~/services/search-relevance/visitors/connect.server";
import { setUpOffer } from "~/services/search-relevance/first-settings/view.server";
import { Traffic } from "./_parts/traffic";
import { loadTraffic } from "./_parts/traffic.server";

const AT_A_GLANCE = 12;

export const handle: Handle = { screen: "" };
export const meta = titled("Overview");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "overview", context);
  // Nearly always the index has the name by which it is asked for: its log need not wait for the list of indices.
  const early = besideIndex(scope, request, indexOf(scope));
  early.catch(() => undefined);
  const row = await requireIndex(scope);
  const late = { request, requestId: scope.context.requestId };
  const [dates, aliases, fields, beside, offer, connect] = await Promise.all([
    panel(datesOf(scope, [row]), late),
    panel(listAliases(scope, [row.index]), late),
    panel(row.open ? listFields(scope, row.name) : Promise.resolve([]), late),
    // A closed index is neither searched nor counted.
    !row.open ? null : row.name === indexOf(scope) ? early : besideIndex(scope, request, row.name),
    setUpOffer(scope, row),
    panel(loadConnect(scope, row.name), late),
  ]);
  const { state } = fieldList.at(request);
  const listed = (found: MappingField[]) => {
    const whole = state.fields === "all" ? pageOf(found, state) : null;
    const rows = (whole?.rows ?? found.slice(0, AT_A_GLANCE)).map(({ path, type, useCase, subFields }) => ({
      path,
      type,
      useCase,
      subFields: subFields.map((sub) => sub.name),
    }));
    return { total: found.length, rows, page: whole?.page ?? 1, remarks: whole?.remarks ?? [] };
  };
  return {
    row,
    mayChange: scope.can("develop"),
    mayTry: mayOpen(scope, "search-preview"),
    gate: scope.may("indices:write"),
    changes: changesOf(row, appLevel(row.name)),
    steps: firstStepsFor(scope, { at: appLevel(row.name), documents: row.documents }),
    createdAt: mapPanel(dates, (found) => found.get(row.index) ?? null),
    aliases: mapPanel(aliases, (found) => (found.get(row.index) ?? []).filter((alias) => alias !== row.name)),
    fields: mapPanel(fields, listed),
    beside,
    setUp: offer.ok ? offer.value.view : null,
    connect,
    toCredential: newSearchKey(scope, row.name),
  };
}

async function besideIndex(scope: Scope, request: Request, index: string) {
  const [charts, searches, cards] = await Promise.all([
    loadTraffic(scope, { request, index }),
    loadIndexSearches(scope, request),
    loadIndexCards(scope, { request, index }),
  ]);
  return { charts, searches, cards };
}

export default function AppOverviewScreen() {
  const {
    row,
    mayChange,
    mayTry,
    gate,
    changes,
    steps,
    createdAt,
    aliases,
    fields,
    beside,
    setUp,
    connect,
    toCredential,
  } = useLoaderData<typeof loader>();
  const { state } = useAddress(fieldList);
  const at = appLevel(row.name);
  const counted = arrived(fields);
  return (
    <>
      <IndexHead
        row={row}
        aliases={aliases}
        at={at}
        mayChange={mayChange}
        mayTry={mayTry}
        gate={gate}
        changes={changes}
        offersSetUp={setUp !== null}
      />
      {!row.open && (
        <Notice tone="warn">
          This index is closed: its documents are kept, but it cannot be searched until it is opened.
        </Notice>
      )}
      {setUp && <SetUpOffer view={setUp} at={at} />}
      {beside && <Doing of={beside} steps={steps} at={at} />}
      <div className="mt-7">
        {row.open && !("failure" in fields && fields.failure.kind === "not-allowed") && (
          <Fold
            title="Fields"
            about={counted?.ok && countOf(counted.value.total, "field")}
            open={state.fields === "all"}
          >
            <SettledPanel of={fields} what="Fields">
              {(found) => <FieldsTable {...found} />}
            </SettledPanel>
          </Fold>
        )}
        {row.open && <Connect of={connect} toCredential={toCredential} />}
        <IndexDetails row={row} aliases={aliases} createdAt={createdAt} />
      </div>
    </>
  );
}

type DoingProps = {
  of: Awaited<ReturnType<typeof besideIndex>>;
  steps: ComponentProps<typeof FirstSteps>["steps"];
  at: LevelRef;
};

/** What an open index does, and what to do next. */
function Doing({ of: { charts, searches, cards }, steps, at }: DoingProps) {
  return (
    <>
      <IndexCards of={cards} p95={charts.p95} days={searches.figures?.line} at={at} />
      <NextSteps of={cards} nothing={searches.figures?.nothing} at={at} />
      <FirstSteps steps={steps} />
      <IndexSearches of={searches} at={at} />
      <Traffic of={charts} />
    </>
  );
}
