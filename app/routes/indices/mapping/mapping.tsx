import { stringifyJson } from "@common/json";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock } from "~/components/detail-kit";
import { EmptyState, GatedLink, LinkButton, ListFilters, Notice, PageHeader, PlainLink, TableFooter, useAddress } from "~/components/kit";
import { pageOf } from "~/lib/address";
import { mappingRows } from "~/lib/documents/mapping-rows";
import { encodeSegment } from "~/lib/ids";
import { scalarText } from "~/lib/json/scalar";
import { MOST_TEXT } from "~/lib/json/view.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { hasPage } from "~/navigation/visible.server";
import { leaveLongAddress } from "~/redirect.server";
import { requireIndex } from "~/services/indices/get.server";
import { settle } from "~/services/http/settle.server";
import { getDiskUsage } from "~/services/mappings/disk-usage.server";
import { getMapping } from "~/services/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { mappingAddress, rowSizes } from "./mapping-address";
import { matching } from "./matching.server";
import { MappingTable, SizesNotice } from "./mapping-table";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Mapping" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Mapping · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = mappingAddress.at(request);
  leaveLongAddress(request, here);
  const { name } = await requireIndex(scope);
  const { state } = here;
  const [mapping, sizes] = await Promise.all([getMapping(scope, name), state.sizes ? settle(getDiskUsage(scope, name)) : null]);
  const all = mappingRows(mapping);
  const found = pageOf(matching(all, state), state);
  const json = state.view === "json" ? stringifyJson(mapping, 2) : null;
  return {
    name,
    gate: scope.may("indices:write"),
    mayReindex: hasPage("app", "reindex"),
    total: all.length,
    types: [...new Set(all.map(({ type }) => type))].sort(),
    rows: json === null ? found.rows : [],
    found: found.total,
    page: found.page,
    remarks: found.remarks,
    sizes,
    dynamic: mapping["dynamic"] === undefined ? null : scalarText(mapping["dynamic"]),
    json: json === null ? null : { text: json.slice(0, MOST_TEXT), cut: json.length > MOST_TEXT },
  };
}

export default function MappingScreen() {
  const { name, gate, mayReindex, total, types, rows, found, page, remarks, sizes, dynamic, json } = useLoaderData<typeof loader>();
  const here = useAddress(mappingAddress);
  const at = appLevel(name);
  const isJson = here.state.view === "json";
  const views = (
    <span className="flex flex-wrap items-center gap-x-2">
      <PlainLink to={here.href({ view: isJson ? undefined : "json" })} className="link">
        {isJson ? "View as tree" : "View as JSON"}
      </PlainLink>
      {!isJson && (
        <>
          <span aria-hidden="true">·</span>
          <PlainLink to={here.href({ sizes: !here.state.sizes })} className="link">
            {here.state.sizes ? "Hide sizes" : "Measure sizes on disk"}
          </PlainLink>
        </>
      )}
    </span>
  );
  return (
    <>
      <PageHeader
        title="Mapping"
        description={`${countOf(total, "field")} in ${name}, objects and sub-fields included.${dynamic === null ? "" : ` Dynamic: ${dynamic}.`}`}
        actions={<GatedLink gate={gate} label="Add field" to={screenPath(at, "mapping/add")} tone="primary" />}
      />
      <p className="note mb-4 max-w-text text-13 text-muted">
        Fields can be added in place. Changing the type or analyzer of an existing field takes a re-index.{" "}
        {mayReindex && (
          <PlainLink to={screenPath(at, "reindex")} className="link">
            Re-index {name}
          </PlainLink>
        )}
      </p>
      {isJson ? (
        <div className="mb-3 text-13">{views}</div>
      ) : (
        <ListFilters
          here={here}
          filters={[
            { name: "q", label: "Filter by name", chip: (text) => `Name contains ${text}` },
            { name: "type", label: "Type", options: types, any: "Any type", chip: (type) => `Type is ${type}` },
          ]}
          further={here.holds("under") ? [{ name: "under", label: `In ${here.state.under}` }] : []}
          remarks={remarks}
          aside={views}
        />
      )}
      {!isJson && sizes && <SizesNotice sizes={sizes} />}
      {json ? (
        <>
          {json.cut && <Notice tone="info">This is the beginning of the mapping; the whole is behind “Raw”.</Notice>}
          <CodeBlock label="Mapping" text={json.text} lineNumbers wrapSwitch rawHref={`/resources/${encodeSegment(name)}/mapping`} />
        </>
      ) : (
        <MappingTable
          here={here}
          rows={rows}
          sizes={sizes?.ok ? sizes.value : null}
          footer={<TableFooter here={here} page={page} total={found} shown={rows.length} noun={["field", "fields"]} sizes={rowSizes} />}
          empty={<NoFields filtered={here.holds("q", "type", "under")} />}
        />
      )}
    </>
  );
}

function NoFields({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="No field matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />;
  return (
    <EmptyState title="No fields yet">
      <p>Fields appear with the first documents, or add one before.</p>
    </EmptyState>
  );
}
