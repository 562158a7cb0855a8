import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FieldRowsTable } from "~/components/documents/field-rows-table";
import { JsonView } from "~/components/json/json-view";
import { GatedLink } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { CutNotice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { Tabs } from "~/components/ui/page/tabs";
import { CodeBlock } from "~/components/ui/request/code-block";
import { CopyMenu } from "~/components/ui/request/copy-menu";
import { address, number } from "~/lib/address";
import { shownId } from "~/lib/address/ids";
import { shownText, treeView } from "~/lib/json/view.server";
import { placeQuery, readPlace } from "~/lib/address/list-place";
import { formatBytes, formatNumber } from "~/lib/values/numbers";
import { browseTitle, documentTitle, documentPath, rawPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel, type Query } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { fieldRows } from "~/services/data/documents/field-rows.server";
import { readRequest, requireDocument } from "~/services/data/documents/get.server";
import { neighboursOf } from "~/services/data/documents/table.server";
import { settle } from "~/services/platform/http/settle.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { listPath } from "./_parts/address";
import { documentRef, documents } from "./_parts/document.server";
import { readBrowse } from "./_parts/list.server";

export const handle: Handle = {
  screen: "browse",
  crumbs: (of) => [{ label: documentTitle(of) }],
};

export const meta: MetaFunction<typeof loader> = ({ params, location, data }) => [
  { title: browseTitle(params, documentTitle({ data, pathname: location.pathname })) },
];

const branch = address({ from: number({ min: 0, initial: 0 }) });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const search = new URL(request.url).searchParams;
  const place = readPlace(search);
  const [{ source, ...facts }, near] = await Promise.all([requireDocument(scope, ref), nearby(scope, ref.id, place)]);
  const asked = search.get("view");
  // `at` and `from` open a branch of the tree; `view=mapping` is what the fields were called before.
  const opens = search.has("at") || search.has("from");
  const view = asked === "json" ? asked : asked === "tree" || (asked === null && opens) ? "tree" : "fields";
  const fields = view === "fields" ? await settle(listFields(scope, ref.index)) : undefined;
  return {
    app: ref.index,
    gate: scope.may("documents:write"),
    facts: { ...facts, routing: ref.routing ?? facts.routing, bytes: Buffer.byteLength(source) },
    title: documents.nameOf(ref, source),
    place,
    near,
    view,
    curl: shownRequest(scope, { request: readRequest({ ...ref, routing: ref.routing ?? facts.routing ?? undefined }) })
      .curl,
    tree: view === "tree" ? treeView({ source, path: search.getAll("at"), from: branch.at(request).state.from }) : null,
    json: view === "json" ? shownText(source) : null,
    mapping: fields?.ok
      ? { ok: true as const, ...fieldRows({ source, fields: fields.value, all: search.get("fields") === "all" }) }
      : fields,
  };
}

/**
 * The ones before and after it in the list that it was opened from; that list may have changed, or its index be too
 * busy to tell.
 */
async function nearby(scope: Scope, id: string, { list, row }: ReturnType<typeof readPlace>) {
  if (row === null) return null;
  const found = await settle(
    readBrowse(scope, list).then(({ index, query, sort }) => neighboursOf(scope, { index, id, query, sort, row })),
  );
  return found.ok && found.value ? { row, ...found.value } : null;
}

export default function DocumentScreen() {
  const { app, gate, facts, title, place, near, view, curl, tree, json, mapping } = useLoaderData<typeof loader>();
  const at = appLevel(app);
  const link = (query: Query = {}) => documentPath(at, facts, undefined, { ...placeQuery(place), ...query });
  const neighbour = (one: { id: string; routing: string | null; row: number } | null) =>
    one &&
    documentPath(at, one, undefined, {
      ...placeQuery({ ...place, row: one.row }),
      view: view === "fields" ? null : view,
    });
  const raw = rawPath(at, facts);
  const text = json && !json.cut ? json.text : tree?.kind === "tree" ? tree.text : undefined;
  return (
    <>
      <PlaceNav
        backTo={listPath(at, place)}
        backLabel="Browse"
        place={near && { ...near, previous: neighbour(near.previous), next: neighbour(near.next) }}
      />
      <PageHeader
        title={<Name>{title}</Name>}
        description={
          <Name>
            ID <span className="font-mono text-code">{shownId(facts.id)}</span> in {facts.index} ·{" "}
            {formatBytes(facts.bytes)} · version {formatNumber(facts.version)}
            {facts.routing ? ` · routing ${facts.routing}` : ""}
          </Name>
        }
        actions={
          <>
            <CopyMenu
              items={[
                { label: "ID", text: facts.id },
                ...(text === undefined ? [] : [{ label: "JSON", text }]),
                { label: "curl", text: curl },
              ]}
              link={link()}
            />
            <MoreMenu
              entries={[
                { gate, to: documentPath(at, facts, "delete", placeQuery(place)), label: "Delete…", danger: true },
              ]}
            />
            <GatedLink
              gate={gate}
              label="Edit"
              to={documentPath(at, facts, "edit", placeQuery(place))}
              tone="primary"
            />
          </>
        }
      >
        <Tabs
          label="Views of the document"
          tabs={[
            { to: link(), label: "Fields", current: view === "fields" },
            { to: link({ view: "tree" }), label: "Tree", current: view === "tree" },
            { to: link({ view: "json" }), label: "JSON", current: view === "json" },
          ]}
        />
      </PageHeader>
      {tree && <JsonView tree={tree} label="Document" link={(query) => link({ view: "tree", ...query })} />}
      {json?.cut && <CutNotice whole={formatBytes(facts.bytes)} href={raw} />}
      {json && (
        <CodeBlock
          label="Stored JSON"
          text={json.text}
          lineNumbers={json.text.length < 20_000}
          rawHref={raw}
          wrapSwitch
        />
      )}
      {mapping && (
        <FieldRowsTable
          mapping={mapping}
          link={link}
          mapOf={(field) => documentPath(at, facts, "map", { ...placeQuery(place), field })}
          index={app}
        />
      )}
    </>
  );
}
