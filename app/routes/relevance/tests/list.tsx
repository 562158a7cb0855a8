import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable, EmptyState, Gated, GatedLink, LinkButton, ListFilters, Menu, MenuLink, PageHeader, PlainLink } from "~/components/kit";
import { StatusBadge, TableFooter, Time, useAddress } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import type { LevelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { openTests } from "./_parts/form.server";
import { loadTests, type TestRow } from "./_parts/list.server";
import { appLevel, testList, testPath, testsFile, testsPath, testsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "relevance-tests" };
export const meta: MetaFunction = ({ params }) => [{ title: testsTitle(params) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const here = testList.at(request);
  const { scope, index } = await openTests(request, params, context);
  leaveLongAddress(request, here);
  return { index, list: loadTests(scope, { index, state: here.state }), gate: scope.may("relevance:write") };
}

const columnsAt = (at: LevelRef, gate: Gate): Column<TestRow>[] => [
  {
    key: "label",
    label: "Test",
    className: "large:min-w-[12rem]",
    render: ({ id, label, search }) => (
      <>
        <div>
          <PlainLink to={testPath(at, id)} className="link [overflow-wrap:anywhere]">
            {label}
          </PlainLink>
        </div>
        {search !== null && <div className="line-clamp-2 text-12 font-normal text-muted [overflow-wrap:anywhere]">{search}</div>}
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
          <div key={sentence} className="[overflow-wrap:anywhere]">
            {sentence}
          </div>
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
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 3,
    render: ({ id, label }) => (
      <Menu label={<span className="sign">…</span>} name={`Actions for ${label}`}>
        <MenuLink to={testPath(at, id)}>Edit</MenuLink>
        <Gated gate={gate} look="menu" label="Clone, delete">
          <MenuLink to={testsPath(at, "new", { from: id })}>Clone</MenuLink>
          <MenuLink to={testPath(at, id, "delete")} danger>
            Delete…
          </MenuLink>
        </Gated>
      </Menu>
    ),
  },
];

function LastResult({ last }: TestRow) {
  if (last === null) return <span className="text-muted">Not run yet</span>;
  const badge = (passes: boolean) => <StatusBadge tone={passes ? "good" : "bad"}>{passes ? "Passes" : "Fails"}</StatusBadge>;
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

export default function RelevanceTestsScreen() {
  const { index, list, gate } = useLoaderData<typeof loader>();
  const here = useAddress(testList);
  const at = appLevel(index);
  return (
    <>
      <PageHeader
        title="Relevance tests"
        description="Searches and what they are expected to find, checked against live settings and drafts."
        actions={
          <>
            <GatedLink gate={gate} to={testsPath(at, "import")} label="Import…" />
            {list.all > 0 && <LinkButton to={testsPath(at, "run")}>Run tests</LinkButton>}
            <GatedLink gate={gate} to={testsPath(at, "new")} label="Create test" tone="primary" />
          </>
        }
      />
      {list.all > 0 && (
        <ListFilters
          here={here}
          filters={[{ name: "q", label: "Search label, search and expectations", chip: (text) => `Contains ${text}` }]}
          remarks={list.remarks}
          aside={
            <PlainLink to={testsFile(index, "file")} reload className="link">
              Export JSON
            </PlainLink>
          }
        />
      )}
      <DataTable
        caption="Relevance tests"
        columns={columnsAt(at, gate)}
        rows={list.rows}
        rowKey={({ id }) => id}
        footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["test", "tests"]} />}
        empty={
          list.all > 0 ? (
            <EmptyState title="No test matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No relevance tests yet">
              <p>Save a search with the documents that it must find, and see before a deploy what gets worse.</p>
            </EmptyState>
          )
        }
      />
    </>
  );
}
