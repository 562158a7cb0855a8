import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable, EmptyState, LinkButton, PageHeader, PlainLink, StatusBadge, Time } from "~/components/kit";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { listLinks } from "~/services/shared-links/store.server";
import { requireAnalytics } from "../_parts/query.server";
import { type LinkView, linkView } from "./link-view.server";
import { linkPath, SHARED, stateNames, stateTones } from "./paths";

export const handle: Handle = { screen: SHARED };
export const meta: MetaFunction = ({ params }) => [{ title: `Shared links · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const links = listLinks(scope.context.config, { server: scope.session.url, index: scope.app });
  return { at: levelRef(args.params["appName"]), links: links.map(linkView) };
}

const columnsAt = (at: LevelRef): Column<LinkView>[] => [
  {
    key: "label",
    label: "Label",
    className: "large:min-w-[10rem]",
    render: ({ id, label }) => (
      <PlainLink to={linkPath(at, id)} className="link [overflow-wrap:anywhere]">
        {label}
      </PlainLink>
    ),
  },
  { key: "state", label: "State", narrow: "badge", room: 6, render: ({ state }) => <StatusBadge tone={stateTones[state]}>{stateNames[state]}</StatusBadge> },
  { key: "page", label: "Page", narrow: "fact", render: ({ page }) => page },
  ...(at.level === "cluster"
    ? [
        {
          key: "index",
          label: "Index",
          narrow: "fact" as const,
          render: ({ index }: LinkView) => <span className="[overflow-wrap:anywhere]">{index ?? "All indices"}</span>,
        },
      ]
    : []),
  { key: "person", label: "Created by", render: ({ person }) => <span className="[overflow-wrap:anywhere]">{person}</span> },
  { key: "ends", label: "Until", room: 9, render: ({ ends }) => <Time value={ends - 1} exact /> },
  { key: "opened", label: "Opened", align: "right", render: ({ opened }) => formatNumber(opened) },
  { key: "last", label: "Last opened", room: 6, render: ({ last }) => last && <Time value={last} /> },
];

export default function SharedLinksScreen() {
  const { at, links } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Shared links" />
      <DataTable
        caption="Shared links"
        columns={columnsAt(at)}
        rows={links}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No shared links" action={<LinkButton to={screenPath(at, "analytics")}>Open analytics</LinkButton>}>
            <p>“Share” on a page of analytics creates a link that shows this page to people without an account.</p>
          </EmptyState>
        }
      />
    </>
  );
}
