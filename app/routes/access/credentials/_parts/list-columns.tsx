import { type Column, Gated, Menu, MenuButton, MenuLink, PageForm, PlainLink, StatusBadge, Time } from "~/components/kit";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Gate } from "~/lib/access/gate";
import { formatNumber } from "~/lib/numbers";
import type { LevelRef } from "~/navigation/paths";
import { ExpiryBadge } from "./expiry-badge";
import type { CredentialRow } from "./list.server";
import { INTENTS } from "./intents";
import { credentialPath } from "./paths";
import { type Reveal, RevealedPassword } from "./reveal";
import { accessName } from "./words";

type Columns = { at: LevelRef; gate: Gate; /** Whether a password may be asked for. */ showGate: Gate; reveal: Reveal };

/** The columns of the list of credentials. */
export const columnsAt = ({ at, gate, showGate, reveal }: Columns): Column<CredentialRow>[] => [
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
        {reveal.shown?.name === name && <RevealedPassword secret={reveal.shown} onHide={reveal.hide} />}
      </>
    ),
  },
  { key: "owner", label: "Owner", sort: "owner", narrow: "named", render: ({ owner }) => owner || null },
  { key: "access", label: "Access", narrow: "fact", render: ({ ops }) => <span className="whitespace-nowrap">{accessName(ops)}</span> },
  {
    key: "indices",
    label: "Indices",
    narrow: "named",
    render: ({ indices }) => (indices.length === 0 ? null : <span className="small:line-clamp-2 [overflow-wrap:anywhere]">{indices.join(", ")}</span>),
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
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 3,
    render: (row) => <CredentialActions row={row} {...{ at, gate, showGate, reveal }} />,
  },
];

function CredentialActions({ row: { name, description }, at, gate, showGate, reveal }: Columns & { row: CredentialRow }) {
  return (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${description || name}`}>
      <CopyButton text={name} label="Copy user name" />
      <Gated gate={showGate} look="menu" label="Show password">
        {/* In its row with scripts, on its own page without. */}
        <PageForm method="post" action={credentialPath(at, name)} onSubmit={reveal.ask}>
          <input type="hidden" name="intent" value={INTENTS.show} />
          <MenuButton>Show password</MenuButton>
        </PageForm>
      </Gated>
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
