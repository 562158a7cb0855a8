import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { PlainLink } from "~/components/ui/plain-link";
import { CopyButton } from "~/components/ui/request/copy-button";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { originFor } from "~/lib/address/public-address.server";
import { countOf } from "~/lib/values/numbers";
import { levelRef, screenPath } from "~/navigation/paths";
import { takeToken } from "~/services/analytics/shared-links/fresh.server";
import { type Opening, openingsOf } from "~/services/analytics/shared-links/store.server";
import { requireAnalytics } from "../_parts/query.server";
import { linkView, requireLink } from "./link-view.server";
import { sharedLinks, stateNames, stateTones } from "./thing";

const SHOWN = 100;

export const handle = sharedLinks.beside("Link");
export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.link.label ?? "Link"} · Shared links` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const link = requireLink(scope, request);
  const token = takeToken(scope, link.id);
  const address =
    token === undefined ? null : `${originFor({ request, config: scope.context.config })}/shared/${token}`;
  const openings = openingsOf(scope.context.config, { id: link.id, most: SHOWN });
  return data(
    { at: levelRef(params["appName"]), link: linkView(link), address, openings },
    { headers: { "Cache-Control": "no-store" } },
  );
}

const columns: Column<Opening>[] = [
  { key: "at", label: "Opened", render: ({ at }) => <Time value={at} exact /> },
  { key: "address", label: "Address", narrow: "fact", render: ({ address }) => address },
  {
    key: "agent",
    label: "Browser",
    narrow: "own",
    render: ({ agent }) => <Name>{agent}</Name>,
  },
];

export default function SharedLinkScreen() {
  const { at, link, address, openings } = useLoaderData<typeof loader>();
  const { id, label, state } = link;
  const ofIndex = link.index === null ? at : levelRef(link.index);
  return (
    <>
      <PlaceNav backTo={sharedLinks.path(at)} backLabel="Shared links" place={null} />
      <PageHeader
        title={<Name>{label}</Name>}
        actions={
          state === "active" && (
            <LinkButton to={sharedLinks.path(at, { id, page: "revoke" })} tone="danger-outline">
              Revoke…
            </LinkButton>
          )
        }
      />
      {address !== null && (
        <Notice tone="good">
          <p>Copy the link now. It is shown this once.</p>
          <p className="my-2 font-mono text-13">{address}</p>
          <CopyButton text={address} label="Copy link" failed="The link was not copied. Select it and copy it." />
        </Notice>
      )}
      <DefinitionList
        items={[
          { label: "State", value: <StatusBadge tone={stateTones[state]}>{stateNames[state]}</StatusBadge> },
          {
            label: "Page",
            value: (
              <PlainLink className="link" to={`${screenPath(ofIndex, link.screen)}${link.search}`}>
                {link.page}
              </PlainLink>
            ),
          },
          { label: "Index", value: link.index ?? "All indices" },
          {
            label: "Created",
            value: (
              <>
                <Time value={link.created} exact /> by {link.person}
              </>
            ),
          },
          { label: "Until", value: <Time value={link.ends - 1} exact /> },
          {
            label: "Revoked",
            value:
              link.revoked === null ? null : (
                <>
                  <Time value={link.revoked} exact /> by {link.revokedBy}
                </>
              ),
          },
          {
            label: "API credential",
            value: (
              <>
                <PlainLink className="link" to={screenPath(ofIndex, "credentials", { rest: [link.credential] })}>
                  Shared link: {label}
                </PlainLink>{" "}
                <code className="text-muted">{link.credential}</code>
              </>
            ),
          },
        ]}
      />
      <h2 className="mb-2 mt-6 text-16 font-bold">Opened {countOf(link.opened, "time", "times")}</h2>
      <DataTable
        caption="Opened"
        columns={columns}
        rows={openings}
        rowKey={({ at: moment, address: from }) => `${moment} ${from}`}
        plain
        empty={<EmptyState title="Not opened yet" />}
      />
    </>
  );
}
