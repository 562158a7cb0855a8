import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatNumber } from "~/lib/values/numbers";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { listLinks } from "~/services/analytics/shared-links/store.server";
import { requireAnalytics } from "../_parts/query.server";
import { type LinkView, linkView } from "./link-view.server";
import { sharedLinks, stateNames, stateTones } from "./thing";

export const handle = sharedLinks.list();
export const meta = sharedLinks.meta();

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
    render: ({ id, label }) => <Name to={sharedLinks.path(at, { id })}>{label}</Name>,
  },
  {
    key: "state",
    label: "State",
    narrow: "badge",
    room: 6,
    render: ({ state }) => <StatusBadge tone={stateTones[state]}>{stateNames[state]}</StatusBadge>,
  },
  { key: "page", label: "Page", narrow: "fact", render: ({ page }) => page },
  ...(at.level === "cluster"
    ? [
        {
          key: "index",
          label: "Index",
          narrow: "fact" as const,
          room: 8,
          render: ({ index }: LinkView) => <Name>{index ?? "All indices"}</Name>,
        },
      ]
    : []),
  {
    key: "person",
    label: "Created by",
    render: ({ person }) => <Name>{person}</Name>,
  },
  { key: "ends", label: "Until", room: 7, render: ({ ends }) => <Time value={ends - 1} day /> },
  { key: "opened", label: "Opened", align: "right", render: ({ opened }) => formatNumber(opened) },
  { key: "last", label: "Last opened", room: 6, render: ({ last }) => last && <Time value={last} /> },
];

export default function SharedLinksScreen() {
  const { at, links } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Shared links"
        description="Links to pages of analytics for people without an account. Use Share on any analytics page to create one."
        actions={<LinkButton to={screenPath(at, "analytics")}>Open analytics</LinkButton>}
      />
      <DataTable
        caption="Shared links"
        columns={columnsAt(at)}
        rows={links}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No shared links">
            <p>Open a page of analytics and use Share there: the link shows this page as it is set.</p>
          </EmptyState>
        }
      />
    </>
  );
}
