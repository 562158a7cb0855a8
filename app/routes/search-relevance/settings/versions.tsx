import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NotOffered } from "~/components/ui/message/not-offered";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { liveAmong } from "~/services/search-relevance/deploy/live-version.server";
import { listVersions, MOST_VERSIONS } from "~/services/search-relevance/deploy/versions.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { requireScope } from "~/session/scope.server";
import { changedElsewhere } from "./_parts/elsewhere.server";
import { indexOf } from "./_parts/read-screen.server";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Versions" }] };
export const meta = titled("Versions");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const index = indexOf(scope);
  // Asked first: the server says who may see the settings of an index.
  const stored = await getRelevance(scope, index);
  if (stored === null) return null;
  const versions = listVersions(scope, index);
  const live = await liveAmong(scope, index, { versions, stored });
  const rows = versions.map(({ number, at, person, note, changes, job }) => ({
    ...{ number, at, person, note, reindexed: job !== null, changes: changes.length },
    live: number === live?.number,
  }));
  return {
    index,
    rows,
    most: MOST_VERSIONS,
    elsewhere: versions.length > 0 && live === null ? { change: await changedElsewhere(scope, index, versions) } : null,
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>>["rows"][number];

const columnsOf = (index: string): Column<Row>[] => [
  {
    key: "number",
    label: "Version",
    render: ({ number, live }) => (
      <span className="inline-flex items-center gap-2">
        <PlainLink to={screenPath(appLevel(index), "search/versions", { rest: [String(number)] })} className="link">
          Version {number}
        </PlainLink>
        {live && <StatusBadge tone="good">Live</StatusBadge>}
      </span>
    ),
  },
  { key: "at", label: "Published", narrow: "fact", render: ({ at }) => <Time value={at} /> },
  { key: "person", label: "By", narrow: "fact", render: ({ person }) => (person === "" ? null : person) },
  {
    key: "changes",
    label: "Changes",
    narrow: "fact",
    render: ({ changes, reindexed }) =>
      `${changes === 0 ? "None known" : countOf(changes, "change")}${reindexed ? ", re-index" : ""}`,
  },
  {
    key: "note",
    label: "Note",
    narrow: "own",
    render: ({ note }) => (note === "" ? null : <Name>{note}</Name>),
  },
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 7,
    render: ({ number, live }) => (
      <PlainLink
        to={screenPath(appLevel(index), "search/versions", { rest: [String(number)] })}
        className="link"
        aria-label={`${live ? "Difference of" : "Restore"} version ${number}`}
      >
        {live ? "Difference" : "Restore…"}
      </PlainLink>
    ),
  },
];

export default function VersionsScreen() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded === null) return <NotOffered title="Versions" lacks="has no relevance settings" />;
  const { index, rows, most, elsewhere } = loaded;
  const change = elsewhere?.change;
  const description = elsewhere ? (
    <>
      The live settings were changed elsewhere since.{" "}
      {change && (
        <>
          <PlainLink to={screenPath(appLevel(index), "changes", { rest: [change.id] })} className="link">
            View the change
          </PlainLink>{" "}
          by {change.person}, <Time value={change.at} />
        </>
      )}
    </>
  ) : (
    `The last ${most} are kept.`
  );
  return (
    <>
      <PageHeader title="Versions" description={rows.length === 0 ? undefined : description} />
      <DataTable
        caption={`Versions of ${index}`}
        columns={columnsOf(index)}
        rows={rows}
        rowKey={({ number }) => String(number)}
        empty={
          <EmptyState
            title="Nothing was published yet"
            action={<LinkButton to={screenPath(appLevel(index), "search")}>Search settings</LinkButton>}
          >
            <p>
              Each publish of settings, synonyms or rules creates a version. What was live before the first one is kept
              too.
            </p>
          </EmptyState>
        }
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
