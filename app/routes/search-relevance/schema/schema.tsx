import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { GatedLink } from "~/components/ui/message/gated";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { TableFooter } from "~/components/ui/table/table-footer";
import { useCaseNames } from "~/lib/data/documents/use-cases";
import { countOf, formatBytes, formatNumber } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { DraftBar } from "../_parts/draft-bar";
import { IndexStateNotice } from "../_parts/index-state";
import { rowSizes, schemaAddress, useCases } from "./_parts/address";
import { Conflicts } from "./_parts/conflicts";
import { loadSchema } from "./_parts/list.server";
import { SchemaTable } from "./_parts/schema-table";
import { gateOf } from "./_parts/schema.server";

export const handle: Handle = { screen: "schema" };
export const meta = titled("Schema");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "schema" }, context);
  const here = schemaAddress.at(request);
  leaveLongAddress(request, here);
  const schema = await loadSchema(scope, here.state);
  return { schema, gate: gateOf(scope) };
}

const shown = [
  { value: "", label: "All", count: "fields" },
  { value: "changed", label: "Changed", count: "changed" },
  { value: "unused", label: "Unused", count: "unused" },
] as const;

export default function SchemaScreen() {
  const { schema, gate } = useLoaderData<typeof loader>();
  const here = useAddress(schemaAddress);
  if (schema === null) return <NotOffered title="Schema" lacks="has no relevance settings" />;
  const { index, counts, bytes, types, remarks, found, page, rows, mayDevelop, unknown, conflicts, draft, state } =
    schema;
  const at = appLevel(index);
  return (
    <>
      <PageHeader
        title="Schema"
        description={`${countOf(counts.fields, "field")}, ${formatNumber(counts.all)} with sub-fields.${bytes === null ? "" : ` The index takes ${formatBytes(bytes)}.`}`}
        actions={
          <>
            {mayDevelop && (
              <LinkButton to={screenPath(at, "mapping", { query: { view: "json" } })}>View as JSON</LinkButton>
            )}
            {mayDevelop && <LinkButton to={screenPath(at, "analyze")}>Analyze text</LinkButton>}
            <GatedLink gate={gate} to={screenPath(at, "schema/new")} label="Add field" tone="primary" />
          </>
        }
      />
      <PlanGatePanel gate={gate} />
      <IndexStateNotice index={index} state={state} />
      <Conflicts conflicts={conflicts} />
      {unknown.length > 0 && (
        <Notice tone="info">
          Fields may be used by more than is shown: {unknown.join(" and ")} could not be read.
        </Notice>
      )}
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Filter fields", chip: (text) => `Name contains ${text}` },
          { name: "type", label: "Type", options: types, any: "Any type", chip: (type) => `Type is ${type}` },
          {
            name: "use",
            label: "Use case",
            options: useCases.map((value) => ({ value, label: useCaseNames[value] })),
            any: "Any use case",
          },
        ]}
        remarks={remarks}
        aside={
          <nav aria-label="Shown fields" className="flex flex-wrap gap-x-2">
            {shown.map(({ value, label, count }, place) => (
              <span key={value}>
                {place > 0 && <span aria-hidden="true">· </span>}
                <PlainLink
                  to={here.href({ show: value === "" ? undefined : value })}
                  aria-current={here.state.show === value ? "true" : undefined}
                  className={here.state.show === value ? "font-semibold" : "link"}
                >
                  {label} {formatNumber(counts[count])}
                </PlainLink>
              </span>
            ))}
          </nav>
        }
      />
      <SchemaTable
        here={here}
        rows={rows}
        index={index}
        isTree={schema.isTree}
        mayDevelop={mayDevelop}
        footer={
          <TableFooter
            here={here}
            page={page}
            total={found}
            shown={rows.length}
            noun={["field", "fields"]}
            sizes={rowSizes}
          />
        }
        empty={<NoFields filtered={here.holds("q", "type", "use", "show")} at={at} />}
      />
      <DraftBar index={index} draft={draft} />
    </>
  );
}

function NoFields({ filtered, at }: { filtered: boolean; at: ReturnType<typeof appLevel> }) {
  if (filtered)
    return <EmptyState title="No field matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />;
  return (
    <EmptyState title="No fields yet" action={<LinkButton to={screenPath(at, "schema/new")}>Add field</LinkButton>}>
      <p>Fields appear with the first documents, or add one before.</p>
    </EmptyState>
  );
}
