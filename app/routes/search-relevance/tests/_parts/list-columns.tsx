import { MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn } from "~/components/ui/table/list-page";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import type { LevelRef } from "~/navigation/paths";
import type { TestRow } from "./list.server";
import { relevanceTests } from "./thing";

/** Of the tests of an index, with what can be done with each. */
export const testColumns = (at: LevelRef, gate: Gate): Column<TestRow>[] => [
  {
    key: "label",
    label: "Test",
    className: "large:min-w-[12rem]",
    render: ({ id, label, search }) => (
      <>
        <div>
          <Name to={relevanceTests.path(at, { id })}>{label}</Name>
        </div>
        {search !== null && (
          <Name as="div" className="line-clamp-2 text-12 font-normal text-muted">
            {search}
          </Name>
        )}
      </>
    ),
  },
  {
    key: "expected",
    label: "Expected",
    narrow: "own",
    render: ({ expected, more }) => (
      <>
        {expected.map((sentence) => (
          <Name as="div" key={sentence}>
            {sentence}
          </Name>
        ))}
        {more > 0 && <div className="text-muted">and {more} more</div>}
      </>
    ),
  },
  { key: "last", label: "Last result", narrow: "own", room: 9, render: (row) => <LastResult {...row} /> },
  {
    key: "changed",
    label: "Changed",
    narrow: "fact",
    roomy: true,
    room: 8,
    render: ({ person, changed }) => (
      <>
        <Time value={changed} /> <span className="text-muted">by {person}</span>
      </>
    ),
  },
  actionsColumn(
    ({ label }) => label,
    ({ id }) => (
      <>
        <MenuLink to={relevanceTests.path(at, { id })}>Edit</MenuLink>
        <Gated gate={gate} look="menu" label="Clone, delete">
          <MenuLink to={relevanceTests.path(at, { page: "new", query: { from: id } })}>Clone</MenuLink>
          <MenuLink to={relevanceTests.path(at, { id, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      </>
    ),
  ),
];

function LastResult({ last }: TestRow) {
  if (last === null) return <span className="text-muted">Not run yet</span>;
  const badge = (passes: boolean) => (
    <StatusBadge tone={passes ? "good" : "bad"}>{passes ? "Passes" : "Fails"}</StatusBadge>
  );
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {badge(last.live)}
      {last.draft !== null && (
        <span className="inline-flex items-center gap-1">
          <span className="text-12 text-muted">draft</span> {badge(last.draft)}
        </span>
      )}
      <span className="text-12 text-muted">
        <Time value={last.at} />
      </span>
    </span>
  );
}
