import { parseJson } from "@common/text/json";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { CodeBlock } from "~/components/ui/request/code-block";
import { JsonTree } from "~/components/ui/request/json-tree";
import { DataTable } from "~/components/ui/table/data-table";
import type { Member, TreeView } from "~/lib/json/view.server";
import { countOf, formatNumber } from "~/lib/values/numbers";

type LinkTo = (query?: { at?: readonly string[]; from?: number | null }) => string;

/**
 * JSON as a tree; a large one a branch at a time, each branch at an address of its own. `link` gives the address of a
 * branch.
 */
export function JsonView({
  tree,
  label,
  link,
}: {
  tree: TreeView;
  /** What the whole is: "Document". */ label: string;
  link: LinkTo;
}) {
  if (tree.kind === "tree") return <JsonTree value={parseJson(tree.text)} open={3} />;
  return (
    <>
      <nav aria-label="Path" className="mb-3 text-13">
        <PlainLink to={link()} className="link">
          {label}
        </PlainLink>
        {tree.path.map((step, at) => (
          <span key={at}>
            {" / "}
            <Name to={link({ at: tree.path.slice(0, at + 1) })}>{step}</Name>
          </span>
        ))}
      </nav>
      {tree.kind === "branch" && <Branch tree={tree} link={link} />}
      {tree.kind === "value" && (
        <CodeBlock label={tree.cut ? "The beginning of the value" : "Value"} text={tree.text} />
      )}
      {tree.kind === "nothing" && <p className="text-muted">Nothing is stored under this path.</p>}
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
        plain={!members.some((member) => member.deeper)}
        rows={members}
        rowKey={(member) => member.key}
        columns={[
          {
            key: "key",
            label: isList ? "Index" : "Name",
            className: "font-mono",
            render: (member) =>
              member.deeper ? (
                <PlainLink to={link({ at: [...path, member.key] })} className="link">
                  {member.key}
                </PlainLink>
              ) : (
                member.key
              ),
          },
          { key: "kind", label: "Type", narrow: "badge", render: (member) => member.kind },
          {
            key: "preview",
            label: "Value",
            narrow: "own",
            className: "font-mono text-code",
            render: (member) => member.preview,
          },
        ]}
      />
      <p className="mt-2 flex gap-3 text-13 text-muted">
        {formatNumber(total === 0 ? 0 : from + 1)}–{formatNumber(until)} of {countOf(total, isList ? "item" : "key")}
        {from > 0 && (
          <PlainLink to={link({ at: path, from: Math.max(0, from - 100) || null })} className="link">
            Previous
          </PlainLink>
        )}
        {until < total && (
          <PlainLink to={link({ at: path, from: until })} className="link">
            Next
          </PlainLink>
        )}
      </p>
    </>
  );
}
