import { Button, LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PageForm } from "~/components/ui/page/page-form";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { Gate } from "~/lib/access-control/gate";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { Role } from "~/services/access-control/roles/roles.server";
import { SAVE_ROLE } from "./intents";

const nameOf = ({ description, credential }: Role) => (description === "" ? credential : description);

const columnsOf = (gate: Gate): Column<Role>[] => [
  {
    key: "credential",
    label: "Credential",
    render: (one) => (
      <>
        <PlainLink to={screenPath(clusterLevel, "credentials", { rest: [one.credential] })} className="link">
          {nameOf(one)}
        </PlainLink>{" "}
        {one.expired && <StatusBadge tone="warn">Expired</StatusBadge>}
      </>
    ),
  },
  { key: "ops", label: "Operations", render: ({ ops }) => ops.join(", ") || null },
  { key: "indices", label: "Indices", render: ({ indices }) => indices.join(", ") || null },
  {
    key: "role",
    label: "Role",
    narrow: "own",
    room: 20,
    render: (one) => (
      <PageForm method="post" className="flex items-center gap-2">
        <input type="hidden" name="credential" value={one.credential} />
        <input
          name="role"
          defaultValue={one.role}
          aria-label={`Role of ${nameOf(one)}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          className="min-h-[34px] w-full min-w-[8rem] rounded border border-line-strong bg-surface px-2.5 py-1 text-14 text-ink"
        />
        <Gated gate={gate} label={`Save the role of ${nameOf(one)}`}>
          <Button
            name="intent"
            value={SAVE_ROLE}
            className="shrink-0 whitespace-nowrap"
            aria-label={`Save the role of ${nameOf(one)}`}
          >
            Save
          </Button>
        </Gated>
      </PageForm>
    ),
  },
];

/** Which credential a role stands for; a role belongs to one of them. */
export function RolesTable({ roles, gate }: { roles: readonly Role[]; gate: Gate }) {
  return (
    <section aria-labelledby="roles-title">
      <h2 id="roles-title" className="mb-3 text-16 font-semibold">
        Roles
      </h2>
      <DataTable
        caption="Roles of API credentials"
        columns={columnsOf(gate)}
        rows={roles}
        rowKey={({ credential }) => credential}
        empty={
          <EmptyState
            title="There are no API credentials"
            action={<LinkButton to={screenPath(clusterLevel, "credentials")}>API credentials</LinkButton>}
          >
            <p>A role is the name by which tokens get the rights of a credential.</p>
          </EmptyState>
        }
      />
    </section>
  );
}
