import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, LinkButton, PageHeader, PlainLink, StatusBadge, Time } from "~/components/kit";
import { NotOffered } from "~/components/ui/message/not-offered";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { getRelevance } from "~/services/relevance/settings.server";
import { listVersions, MOST_VERSIONS } from "~/services/relevance/deploy/versions.server";
import { requireScope } from "~/session/scope.server";
import { indexOf } from "./_parts/screen.server";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Versions" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Versions · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("search"), context);
  const index = indexOf(scope);
  // Asked first: the server says who may see the settings of an index.
  const stored = await getRelevance(scope, index);
  if (stored === null) return null;
  const versions = listVersions(scope, index);
  const rows = versions.map(({ number, at, person, note, changes, job, recordVersion }, place) => ({
    ...{ number, at, person, note, reindexed: job !== null, changes: changes.length },
    live: place === 0 && recordVersion === stored.version,
  }));
  return { index, rows, most: MOST_VERSIONS, elsewhere: versions.length > 0 && versions[0]?.recordVersion !== stored.version };
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>>["rows"][number];

const columnsOf = (index: string): Column<Row>[] => [
  {
    key: "number",
    label: "Version",
    render: ({ number }) => <PlainLink to={screenPath(appLevel(index), "search/versions", { rest: [String(number)] })}>Version {number}</PlainLink>,
  },
  { key: "live", label: "State", narrow: "badge", render: ({ live }) => (live ? <StatusBadge tone="good">Live</StatusBadge> : null) },
  { key: "at", label: "Deployed", narrow: "fact", render: ({ at }) => <Time value={at} /> },
  { key: "person", label: "By", narrow: "fact", render: ({ person }) => (person === "" ? null : person) },
  {
    key: "changes",
    label: "Changes",
    narrow: "fact",
    render: ({ changes, reindexed }) => `${changes === 0 ? "None known" : countOf(changes, "change")}${reindexed ? ", re-index" : ""}`,
  },
  { key: "note", label: "Note", narrow: "own", render: ({ note }) => (note === "" ? null : <span className="[overflow-wrap:anywhere]">{note}</span>) },
];

export default function VersionsScreen() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded === null) return <NotOffered title="Versions" lacks="has no relevance settings" />;
  const { index, rows, most, elsewhere } = loaded;
  const description = `What was deployed to ${index} from this console; the last ${most} are kept.${elsewhere ? " The live settings were changed elsewhere since." : ""}`;
  return (
    <>
      <PageHeader title="Versions" description={rows.length === 0 ? undefined : description} />
      <DataTable
        caption={`Versions of ${index}`}
        columns={columnsOf(index)}
        rows={rows}
        rowKey={({ number }) => String(number)}
        empty={
          <EmptyState title="Nothing was deployed yet" action={<LinkButton to={screenPath(appLevel(index), "search")}>Search settings</LinkButton>}>
            <p>Each deploy becomes a version, and the settings from before the first one too.</p>
          </EmptyState>
        }
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
