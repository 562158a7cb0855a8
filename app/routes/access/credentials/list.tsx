import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CopyButton } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, Gated, GatedLink, LinkButton, ListFilters, Menu, MenuLink, PageHeader, PlainLink } from "~/components/kit";
import { StatusBadge, TableFooter, Time, useAddress } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { type CredentialRow, loadCredentials } from "./_parts/list.server";
import { accessName, credentialList, credentialPath, credentialTitle, ExpiryBadge } from "./_parts/screen";

export const handle: Handle = { screen: "credentials" };
export const meta: MetaFunction = ({ params }) => [{ title: credentialTitle(params) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const here = credentialList.at(request);
  leaveLongAddress(request, here);
  return { list: await loadCredentials(scope, here.state), url: scope.session.url, gate: scope.may("credentials:write"), at: levelRef(params["appName"]) };
}

const columnsAt = (at: LevelRef, gate: Gate): Column<CredentialRow>[] => [
  {
    key: "name",
    label: "Credential",
    sort: "name",
    className: "large:min-w-[12rem]",
    render: ({ name, description, preferred }) => (
      <>
        {/* In a block of its own, so that it is not a link within a text. */}
        <div>
          <PlainLink to={credentialPath(at, name)} className="link [overflow-wrap:anywhere]">
            {description || name}
          </PlainLink>{" "}
          {preferred && <StatusBadge tone="info">Preferred</StatusBadge>}
        </div>
        <div className="font-mono text-12 font-normal text-muted [overflow-wrap:anywhere]">{description ? name : "No description"}</div>
      </>
    ),
  },
  { key: "owner", label: "Owner", sort: "owner", narrow: "named", render: ({ owner }) => owner || null },
  { key: "access", label: "Access", narrow: "fact", render: ({ ops }) => accessName(ops) },
  {
    key: "indices",
    label: "Indices",
    narrow: "named",
    render: ({ indices }) => (indices.length === 0 ? null : <span className="line-clamp-2 [overflow-wrap:anywhere]">{indices.join(", ")}</span>),
  },
  { key: "expiry", label: "Expires", sort: "expiry", narrow: "named", room: 6, render: ({ expiry }) => <ExpiryBadge expiry={expiry} /> },
  {
    key: "used",
    label: "Last use",
    sort: "used",
    firstOrder: "desc",
    narrow: "named",
    room: 6,
    render: ({ last }) => (last === null ? null : <Time value={last} />),
  },
  {
    key: "calls",
    label: "Calls (7 days)",
    sort: "calls",
    firstOrder: "desc",
    align: "right",
    narrow: "named",
    render: ({ calls }) => (calls === null ? null : formatNumber(calls)),
  },
  { key: "actions", label: "Actions", hideLabel: true, align: "right", room: 3, render: (row) => <CredentialActions row={row} at={at} gate={gate} /> },
];

function CredentialActions({ row: { name, description }, at, gate }: { row: CredentialRow; at: LevelRef; gate: Gate }) {
  return (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${description || name}`}>
      <CopyButton text={name} label="Copy user name" />
      <MenuLink to={credentialPath(at, name)}>Reveal password</MenuLink>
      <Gated gate={gate} look="menu" label="Edit, rotate, delete">
        <MenuLink to={credentialPath(at, name, "edit")}>Edit</MenuLink>
        <MenuLink to={credentialPath(at, name, "rotate")}>Rotate password…</MenuLink>
        <MenuLink to={credentialPath(at, name, "delete")} danger>
          Delete…
        </MenuLink>
      </Gated>
    </Menu>
  );
}

export default function CredentialsScreen() {
  const { list, url, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(credentialList);
  const toNew = screenPath(at, "credentials", { rest: ["new"] });
  return (
    <>
      <PageHeader
        title="API credentials"
        description={
          <>
            Applications sign in with them at <code className="[overflow-wrap:anywhere]">{url}</code> <CopyButton text={url} />
          </>
        }
        actions={<GatedLink gate={gate} to={toNew} label="Create credential" tone="primary" />}
      />
      {list.all > 0 && (
        <ListFilters
          here={here}
          filters={[
            { name: "q", label: "Search name, description, owner and indices", chip: (text) => `Contains ${text}` },
            {
              name: "access",
              label: "Access",
              any: "Any access",
              options: [
                { value: "read", label: "Read-only" },
                { value: "write", label: "Write-only" },
                { value: "both", label: "Read and write" },
              ],
            },
            {
              name: "state",
              label: "State",
              any: "Any state",
              options: [
                { value: "active", label: "Active" },
                { value: "expired", label: "Expired" },
              ],
            },
          ]}
          remarks={list.remarks}
        />
      )}
      <DataTable
        caption="API credentials"
        here={here}
        columns={columnsAt(at, gate)}
        rows={list.rows}
        rowKey={(row) => row.name}
        footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["credential", "credentials"]} />}
        empty={
          list.all > 0 ? (
            <EmptyState title="No credential matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title={at.level === "app" ? "No credential names this index" : "No API credentials yet"}>
              <p>Give each application its own credential with the least it needs: it can be limited, watched and deleted alone.</p>
            </EmptyState>
          )
        }
      />
      {list.usageMissing !== null && <p className="mt-2 text-13 text-muted">{list.usageMissing}</p>}
      {at.level === "app" && (
        <p className="mt-2 text-13 text-muted">
          Credentials that reach this index by a pattern such as * are listed under{" "}
          <PlainLink to={screenPath(clusterLevel, "credentials")}>All indices</PlainLink>.
        </p>
      )}
    </>
  );
}
