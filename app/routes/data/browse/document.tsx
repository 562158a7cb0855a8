import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FieldRowsTable } from "~/components/documents/field-rows-table";
import { JsonView } from "~/components/json/json-view";
import { CodeBlock, CopyMenu, PlaceNav } from "~/components/detail-kit";
import { CutNotice, GatedLink, PageHeader, Tabs } from "~/components/kit";
import { shownId } from "~/lib/ids";
import { shownText, treeView } from "~/lib/json/view.server";
import { placeQuery, readPlace } from "~/lib/list-place";
import { formatBytes, formatNumber } from "~/lib/numbers";
import { address, number } from "~/lib/address";
import { browseTitle, documentLabel, documentPath, rawPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel, type Query } from "~/navigation/paths";
import { fieldRows } from "~/services/documents/field-rows.server";
import { shownRequest } from "~/services/changes/shown.server";
import { readRequest, requireDocument } from "~/services/documents/get.server";
import { neighboursOf } from "~/services/documents/table.server";
import { settle } from "~/services/http/settle.server";
import { listFields } from "~/services/mappings/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { listPath } from "./_parts/address";
import { documentRef, documents } from "./_parts/document.server";
import { readBrowse } from "./_parts/list.server";

export const handle: Handle = { screen: "browse", crumbs: ({ pathname }) => [{ label: documentLabel(pathname) }] };
export const meta: MetaFunction<typeof loader> = ({ params, location, data }) => [
  { title: browseTitle(params, data?.title ?? documentLabel(location.pathname)) },
];

const branch = address({ from: number({ min: 0, initial: 0 }) });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const search = new URL(request.url).searchParams;
  const place = readPlace(search);
  const [{ source, ...facts }, near] = await Promise.all([requireDocument(scope, ref), nearby(scope, ref.id, place)]);
  const asked = search.get("view");
  const view = asked === "json" || asked === "mapping" ? asked : "tree";
  const fields = view === "mapping" ? await settle(listFields(scope, ref.index)) : undefined;
  return {
    app: ref.index,
    gate: scope.may("documents:write"),
    facts: { ...facts, routing: ref.routing ?? facts.routing, bytes: Buffer.byteLength(source) },
    title: documents.nameOf(ref, source),
    place,
    near,
    view,
    curl: shownRequest(scope, { request: readRequest({ ...ref, routing: ref.routing ?? facts.routing ?? undefined }) }).curl,
    tree: view === "tree" ? treeView({ source, path: search.getAll("at"), from: branch.at(request).state.from }) : null,
    json: view === "json" ? shownText(source) : null,
    mapping: fields?.ok ? { ok: true as const, ...fieldRows({ source, fields: fields.value, all: search.get("fields") === "all" }) } : fields,
  };
}

/** The ones before and after it in the list that it was opened from; that list may have changed, or its index be too busy to tell. */
async function nearby(scope: Scope, id: string, { list, row }: ReturnType<typeof readPlace>) {
  if (row === null) return null;
  const found = await settle(readBrowse(scope, list).then(({ index, query, sort }) => neighboursOf(scope, { index, id, query, sort, row })));
  return found.ok && found.value ? { row, ...found.value } : null;
}

export default function DocumentScreen() {
  const { app, gate, facts, title, place, near, view, curl, tree, json, mapping } = useLoaderData<typeof loader>();
  const at = appLevel(app);
  const link = (query: Query = {}) => documentPath(at, facts, undefined, { ...placeQuery(place), ...query });
  const neighbour = (one: { id: string; routing: string | null; row: number } | null) =>
    one && documentPath(at, one, undefined, { ...placeQuery({ ...place, row: one.row }), view: view === "tree" ? null : view });
  const raw = rawPath(at, facts);
  const text = json && !json.cut ? json.text : tree?.kind === "tree" ? tree.text : undefined;
  return (
    <>
      <PlaceNav backTo={listPath(at, place)} backLabel="Browse" place={near && { ...near, previous: neighbour(near.previous), next: neighbour(near.next) }} />
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{title}</span>}
        description={
          <span className="[overflow-wrap:anywhere]">
            ID <span className="font-mono text-code">{shownId(facts.id)}</span> in {facts.index} · {formatBytes(facts.bytes)} · version{" "}
            {formatNumber(facts.version)}
            {facts.routing ? ` · routing ${facts.routing}` : ""}
          </span>
        }
        actions={
          <>
            <CopyMenu
              items={[{ label: "ID", text: facts.id }, ...(text === undefined ? [] : [{ label: "JSON", text }]), { label: "curl", text: curl }]}
              link={link()}
            />
            <GatedLink gate={gate} label="Delete…" to={documentPath(at, facts, "delete", placeQuery(place))} tone="danger-outline" />
            <GatedLink gate={gate} label="Edit" to={documentPath(at, facts, "edit", placeQuery(place))} tone="primary" />
          </>
        }
      >
        <Tabs
          label="Views of the document"
          tabs={[
            { to: link(), label: "Tree", current: view === "tree" },
            { to: link({ view: "json" }), label: "JSON", current: view === "json" },
            { to: link({ view: "mapping" }), label: "Mapping", current: view === "mapping" },
          ]}
        />
      </PageHeader>
      {tree && <JsonView tree={tree} label="Document" link={link} />}
      {json?.cut && <CutNotice whole={formatBytes(facts.bytes)} href={raw} />}
      {json && <CodeBlock label="Stored JSON" text={json.text} lineNumbers={json.text.length < 20_000} rawHref={raw} wrapSwitch />}
      {mapping && (
        <FieldRowsTable mapping={mapping} link={link} mapOf={(field) => documentPath(at, facts, "map", { ...placeQuery(place), field })} index={app} />
      )}
    </>
  );
}
