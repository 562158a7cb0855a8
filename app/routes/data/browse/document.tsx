import { parseJson } from "@common/json";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CodeBlock, DataTable, ErrorPanel, LinkButton, Notice, PageHeader, Tabs } from "~/components/kit";
import { JsonTree } from "~/components/ui/json-tree";
import { shownId } from "~/lib/ids";
import { countOf, formatBytes, formatNumber } from "~/lib/numbers";
import { wholeNumber } from "~/lib/search-params";
import type { Handle } from "~/navigation/handle";
import { appLevel, type LevelRef, type Query } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { requireDocument } from "~/services/documents/get.server";
import { settle } from "~/services/http/settle.server";
import { listFields } from "~/services/mappings/get.server";
import { documentRef } from "./_parts/document-ref.server";
import { fieldRows, type FieldRow, type Member, shownText, type TreeView, treeView } from "./_parts/document-parts.server";
import { documentLabel, documentPath, rawPath, titleOf } from "./_parts/paths";

export const handle: Handle = { screen: "browse", crumbs: ({ pathname }) => [{ label: documentLabel(pathname) }] };
export const meta: MetaFunction = ({ params, location }) => [{ title: titleOf(params, documentLabel(location.pathname)) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const { source, ...facts } = await requireDocument(scope, ref);
  const search = new URL(request.url).searchParams;
  const asked = search.get("view");
  const view = asked === "json" || asked === "mapping" ? asked : "tree";
  const fields = view === "mapping" ? await settle(listFields(scope, ref.index)) : undefined;
  return {
    app: ref.index,
    facts,
    routing: ref.routing ?? facts.routing,
    bytes: Buffer.byteLength(source),
    view,
    tree: view === "tree" ? treeView({ source, path: search.getAll("at"), from: wholeNumber(search.get("from"), { from: 0, fallback: 0 }) }) : null,
    json: view === "json" ? shownText(source) : null,
    mapping: fields?.ok ? { ok: true as const, ...fieldRows({ source, fields: fields.value, all: search.get("fields") === "all" }) } : fields,
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function DocumentScreen() {
  const data = useLoaderData<typeof loader>();
  const { app, facts, routing, bytes, view, tree, json, mapping } = data;
  const at = appLevel(app);
  const link = (query: Query = {}) => documentPath(at, facts.id, undefined, { routing, query });
  const raw = rawPath(at, facts.id, routing);
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{shownId(facts.id)}</span>}
        description={
          <>
            A document of <strong>{facts.index}</strong>: {formatBytes(bytes)}, version {formatNumber(facts.version)}
            {routing ? `, routing ${routing}` : ""}.
          </>
        }
        actions={
          <>
            <LinkButton tone="danger-outline" to={documentPath(at, facts.id, "delete", { routing })}>
              Delete…
            </LinkButton>
            <LinkButton tone="primary" to={documentPath(at, facts.id, "edit", { routing })}>
              Edit
            </LinkButton>
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
      {tree && <Tree tree={tree} link={link} />}
      {json && (
        <>
          {json.cut && <CutNotice raw={raw} bytes={bytes} />}
          <CodeBlock
            label="As stored; only line breaks are added where it has none"
            text={json.text}
            lineNumbers={json.text.length < 20_000}
            rawHref={raw}
            wrapSwitch
          />
        </>
      )}
      {mapping && <Mapping mapping={mapping} link={link} at={at} />}
    </>
  );
}

function CutNotice({ raw, bytes }: { raw: string; bytes: number }) {
  return (
    <Notice tone="info">
      This is the beginning.{" "}
      <a href={raw} className="link">
        Show all {formatBytes(bytes)} as plain text
      </a>
    </Notice>
  );
}

type LinkTo = (query?: Query) => string;

function Tree({ tree, link }: { tree: TreeView; link: LinkTo }) {
  if (tree.kind === "tree") return <JsonTree value={parseJson(tree.text)} open={3} />;
  return (
    <>
      <nav aria-label="Place in the document" className="mb-3 text-13">
        <Link to={link()} className="link">
          Document
        </Link>
        {tree.path.map((step, at) => (
          <span key={at}>
            {" / "}
            <Link to={link({ at: tree.path.slice(0, at + 1) })} className="link [overflow-wrap:anywhere]">
              {step}
            </Link>
          </span>
        ))}
      </nav>
      {tree.kind === "branch" && <Branch tree={tree} link={link} />}
      {tree.kind === "value" && <CodeBlock label={tree.cut ? "The beginning of the value" : "Value"} text={tree.text} />}
      {tree.kind === "nothing" && <p className="text-muted">There is nothing at this place of the document.</p>}
    </>
  );
}

function Branch({ tree, link }: { tree: Extract<TreeView, { kind: "branch" }>; link: LinkTo }) {
  const { path, members, total, from, isList } = tree;
  const until = from + members.length;
  return (
    <>
      <DataTable<Member>
        caption="Members"
        rows={members}
        rowKey={(member) => member.key}
        columns={[
          {
            key: "key",
            label: isList ? "Place" : "Name",
            className: "font-mono",
            render: (member) =>
              member.deeper ? (
                <Link to={link({ at: [...path, member.key] })} className="link">
                  {member.key}
                </Link>
              ) : (
                member.key
              ),
          },
          { key: "kind", label: "Kind", render: (member) => member.kind },
          { key: "preview", label: "Value", className: "font-mono text-code", render: (member) => member.preview },
        ]}
      />
      <p className="mt-2 flex gap-3 text-13 text-muted">
        {formatNumber(total === 0 ? 0 : from + 1)} to {formatNumber(until)} of {countOf(total, isList ? "item" : "key")}
        {from > 0 && (
          <Link to={link({ at: path, from: Math.max(0, from - 100) || null })} className="link">
            Previous
          </Link>
        )}
        {until < total && (
          <Link to={link({ at: path, from: until })} className="link">
            Next
          </Link>
        )}
      </p>
    </>
  );
}

function Mapping({ mapping, link, at }: { mapping: NonNullable<Data["mapping"]>; link: LinkTo; at: LevelRef }) {
  if (!mapping.ok) return <ErrorPanel title={`The mapping of ${at.app ?? ""} could not be read.`} failure={mapping.failure} />;
  const { rows, filled, total, cut, unmapped } = mapping;
  const all = rows.length > filled;
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        {countOf(filled, "field")} of {formatNumber(total)} in the mapping have a value here. {cut && `The first ${formatNumber(rows.length)} are shown. `}
        <Link to={link({ view: "mapping", fields: all ? null : "all" })} className="link">
          {all ? "Only those with a value" : "Show all fields"}
        </Link>
      </p>
      {unmapped.length > 0 && <Notice tone="info">Stored but not in the mapping, so not searchable: {unmapped.join(", ")}.</Notice>}
      <DataTable<FieldRow>
        caption="Fields"
        rows={rows}
        rowKey={(row) => row.path}
        columns={[
          { key: "path", label: "Field", className: "font-mono", render: (row) => row.path },
          { key: "type", label: "Type", render: (row) => row.type },
          { key: "value", label: "Value", render: (row) => row.value ?? <span className="text-faint">–</span> },
        ]}
      />
    </>
  );
}
