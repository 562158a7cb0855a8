import { MenuButton, MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn } from "~/components/ui/table/list-page";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import { formatNumber } from "~/lib/values/numbers";
import type { LevelRef } from "~/navigation/paths";
import { ExpiryBadge } from "./expiry-badge";
import { INTENTS } from "./intents";
import type { CredentialRow } from "./list.server";
import { type Reveal, RevealedPassword } from "./reveal";
import { credentials } from "./thing";
import { accessName } from "./words";

type Columns = { at: LevelRef; gate: Gate; /** Whether a password may be asked for. */ showGate: Gate; reveal: Reveal };

/** The columns of the list of credentials. */
export const columnsAt = ({ at, gate, showGate, reveal }: Columns): Column<CredentialRow>[] => [
  {
    key: "name",
    label: "Credential",
    sort: "name",
    className: "large:min-w-[12rem]",
    room: 12,
    render: ({ name, description, preferred, ofLink }) => (
      <>
        {/* In a block of its own, so that it is not a link within a text. */}
        <div>
          <Name to={credentials.path(at, { id: name })}>{description || name}</Name>{" "}
          {preferred && <StatusBadge tone="info">Preferred</StatusBadge>}
          {ofLink && <StatusBadge tone="neutral">Shared link</StatusBadge>}
        </div>
        <Name as="div" className="font-mono text-12 font-normal text-muted">
          {description ? name : "No description"}
        </Name>
        {reveal.shown?.name === name && <RevealedPassword secret={reveal.shown} onHide={reveal.hide} />}
      </>
    ),
  },
  {
    key: "owner",
    label: "Owner",
    sort: "owner",
    narrow: "named",
    room: 6,
    yields: 1,
    render: ({ owner }) => owner || null,
  },
  {
    key: "access",
    label: "Access",
    narrow: "fact",
    room: 7,
    render: ({ ops }) => <span className="whitespace-nowrap">{accessName(ops)}</span>,
  },
  {
    key: "indices",
    label: "Indices",
    narrow: "named",
    room: 9,
    // One that is long is cut, not broken within a word.
    render: ({ indices }) =>
      indices.length === 0 ? null : (
        <span
          title={indices.join(", ")}
          className="inline-block min-w-0 max-w-full truncate align-bottom small:block small:max-w-[14rem]"
        >
          {indices.join(", ")}
        </span>
      ),
  },
  {
    key: "expiry",
    label: "Expires",
    sort: "expiry",
    narrow: "named",
    room: 10.5,
    render: ({ expiry }) => <ExpiryBadge expiry={expiry} />,
  },
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
    yields: 2,
    render: ({ calls }) => (calls === null ? null : formatNumber(calls)),
  },
  actionsColumn(
    ({ name, description }) => description || name,
    ({ name }) => (
      <>
        <CopyButton text={name} label="Copy user name" />
        <Gated gate={showGate} look="menu" label="Show password">
          {/* In its row with scripts, on its own page without. */}
          <PageForm method="post" action={credentials.path(at, { id: name })} onSubmit={reveal.ask}>
            <input type="hidden" name="intent" value={INTENTS.show} />
            <MenuButton>Show password</MenuButton>
          </PageForm>
        </Gated>
        <Gated gate={gate} look="menu" label="Edit, rotate, delete">
          <MenuLink to={credentials.path(at, { id: name, page: "edit" })}>Edit</MenuLink>
          <MenuLink to={credentials.path(at, { id: name, page: "rotate" })}>Rotate password…</MenuLink>
          <MenuLink to={credentials.path(at, { id: name, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      </>
    ),
  ),
];
