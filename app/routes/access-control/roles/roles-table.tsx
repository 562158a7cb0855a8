import { FieldErrors } from "~/components/forms/field";
import { rowControl } from "~/components/forms/field-rows";
import type { AnyForm } from "~/components/forms/metadata";
import { ButtonBar, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { Gate } from "~/lib/access-control/gate";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { labelOf } from "~/services/access-control/roles/label-of";
import type { Role } from "~/services/access-control/roles/roles.server";
import type { RolesShape } from "./form.server";
import { SAVE_ROLES } from "./intents";

type Row = Role & {
  /** Its place in the form. */ at: number;
  /** As it was typed, where the form comes back. */ typed: string;
};

const columnsOf = (form: AnyForm): Column<Row>[] => [
  {
    key: "credential",
    label: "Credential",
    render: (one) => (
      <>
        <PlainLink to={screenPath(clusterLevel, "credentials", { rest: [one.credential] })} className="link">
          {labelOf(one)}
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
    room: 16,
    render: (one) => {
      const { props, errors } = rowControl(form, `roles[${one.at}].role`);
      return (
        <>
          <input type="hidden" name={`roles[${one.at}].credential`} value={one.credential} />
          <input type="hidden" name={`roles[${one.at}].was`} value={one.role} />
          {/* A narrow screen has no head over the column. */}
          <label htmlFor={props.id} className="block text-12 text-muted small:hidden">
            Role
          </label>
          <input
            {...props}
            defaultValue={one.typed}
            aria-label={`Role of ${labelOf(one)}`}
            list="known-roles"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            className={`${props.className} w-full min-w-[8rem]`}
          />
          <FieldErrors id={`${props.id}-error`} errors={errors} />
        </>
      );
    },
  },
];

type RolesTableProps = {
  roles: readonly Role[];
  gate: Gate;
  /** No other form stands above it. */ isFirst: boolean;
};

/** Which credential a role stands for; a role belongs to one of them. One form for all of them. */
export function RolesTable({ roles, gate, isFirst }: RolesTableProps) {
  const { form, busy } = useServerForm<RolesShape>({
    id: "roles",
    intent: SAVE_ROLES,
    defaultValue: { roles: roles.map(({ credential, role }) => ({ credential, role, was: role })) },
  });
  const typed = (form.initialValue?.roles ?? []) as readonly { role?: string }[];
  const rows = roles.map((one, at): Row => ({ ...one, at, typed: typed[at]?.role ?? "" }));
  const labels = Object.fromEntries(rows.map((one) => [`roles[${one.at}].role`, `Role of ${labelOf(one)}`]));
  return (
    <section aria-labelledby="roles-title">
      <h2 id="roles-title" className="mb-3 text-16 font-semibold">
        Roles of credentials
      </h2>
      <ServerForm form={form} intent={SAVE_ROLES} labels={labels} className="">
        <DataTable
          caption="Roles of API credentials"
          columns={columnsOf(form)}
          rows={rows}
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
        <datalist id="known-roles">
          {[...new Set(roles.map(({ role }) => role))]
            .filter((role) => role !== "")
            .map((role) => (
              <option key={role} value={role} />
            ))}
        </datalist>
        {roles.length > 0 && (
          <div className="mt-3">
            <ButtonBar>
              <Gated gate={gate} label="Save roles">
                <Button tone={isFirst ? "primary" : "plain"} disabled={busy}>
                  Save roles
                </Button>
              </Gated>
            </ButtonBar>
          </div>
        )}
      </ServerForm>
    </section>
  );
}
