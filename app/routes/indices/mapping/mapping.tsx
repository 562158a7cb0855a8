import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stringifyJson } from "@common/text/json";
import { LinkButton } from "~/components/ui/button";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { CodeBlock } from "~/components/ui/request/code-block";
import { TableFooter } from "~/components/ui/table/table-footer";
import { pageOf } from "~/lib/address";
import { mappingRows } from "~/lib/data/documents/mapping-rows";
import { encodeSegment } from "~/lib/address/ids";
import { scalarText } from "~/lib/json/scalar";
import { MOST_TEXT } from "~/lib/json/view.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { hasPage } from "~/navigation/visible.server";
import { leaveLongAddress } from "~/server/redirect.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { getDiskUsage } from "~/services/indices/mappings/disk-usage.server";
import { getMapping } from "~/services/indices/mappings/get.server";
import { mayOpen, requireScope } from "~/session/scope.server";
import { mappingAddress, rowSizes } from "./mapping-address";
import { MappingTable, SizesNotice } from "./mapping-table";
import { matching } from "./matching.server";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Mapping" }] };
export const meta = titled("Mapping");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = mappingAddress.at(request);
  leaveLongAddress(request, here);
  const { name } = await requireIndex(scope);
  const { state } = here;
  const [mapping, sizes] = await Promise.all([
    getMapping(scope, name),
    state.sizes ? settle(getDiskUsage(scope, name)) : null,
  ]);
  const all = mappingRows(mapping);
  const found = pageOf(matching(all, state), state);
  const json = state.view === "json" ? stringifyJson(mapping, 2) : null;
  return {
    name,
    gate: scope.may("indices:write"),
    maySchema: mayOpen(scope, "schema"),
    mayReindex: hasPage("app", "reindex"),
    total: all.length,
    subFields: all.filter(({ role }) => role === "sub-field").length,
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
  const {
    name,
    gate,
    maySchema,
    mayReindex,
    total,
    subFields,
    types,
    rows,
    found,
    page,
    remarks,
    sizes,
    dynamic,
    json,
  } = useLoaderData<typeof loader>();
  const here = useAddress(mappingAddress);
  const at = appLevel(name);
  const isJson = here.state.view === "json";
  const views = (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <PlainLink to={here.href({ view: isJson ? undefined : "json" })} className="link inline-block py-0.5">
        {isJson ? "View as tree" : "View as JSON"}
      </PlainLink>
      {!isJson && subFields > 0 && (
        <>
          <span aria-hidden="true">·</span>
          <PlainLink to={here.href({ sub: !here.state.sub, page: undefined })} className="link inline-block py-0.5">
            {here.state.sub ? "Hide sub-fields" : `Show ${countOf(subFields, "sub-field")}`}
          </PlainLink>
        </>
      )}
      {!isJson && (
        <>
          <span aria-hidden="true">·</span>
          <PlainLink to={here.href({ sizes: !here.state.sizes })} className="link inline-block py-0.5">
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
        description={`${countOf(total - subFields, "field")} and ${countOf(subFields, "sub-field")} in ${name}.${dynamic === null ? "" : ` Dynamic: ${dynamic}.`}`}
        actions={<GatedLink gate={gate} label="Add field" to={screenPath(at, "mapping/add")} tone="primary" />}
      />
      <p className="note mb-4 max-w-text text-13 text-muted">
        Fields can be added in place. Changing the type or analyzer of an existing field takes a re-index.{" "}
        {maySchema && (
          <>
            The{" "}
            <PlainLink to={screenPath(at, "schema")} className="link">
              schema
            </PlainLink>{" "}
            keeps such changes as a draft.{" "}
          </>
        )}
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
          <CodeBlock
            label="Mapping"
            text={json.text}
            lineNumbers
            wrapSwitch
            rawHref={`/resources/${encodeSegment(name)}/mapping`}
          />
        </>
      ) : (
        <MappingTable
          here={here}
          rows={rows}
          sizes={sizes?.ok ? sizes.value : null}
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
          empty={<NoFields filtered={here.holds("q", "type", "under")} />}
        />
      )}
    </>
  );
}

function NoFields({ filtered }: { filtered: boolean }) {
  if (filtered)
    return <EmptyState title="No field matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />;
  return (
    <EmptyState title="No fields yet">
      <p>Fields appear with the first documents, or add one before.</p>
    </EmptyState>
  );
}
