import { TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Gated } from "~/components/ui/message/gated";
import { PlainLink } from "~/components/ui/plain-link";
import type { Gate } from "~/lib/access-control/gate";
import { SAVE_SEARCH, type SaveSearchShape } from "./save-search-intent";

type SaveSearchProps = {
  /** Where it may be changed before it is saved. */ editTo: string;
  constraint: Record<string, object>;
  gate: Gate;
};

/** Saves the search that the page shows as a stored query: a name is all that it takes. */
export function SaveSearch({ editTo, constraint, gate }: SaveSearchProps) {
  const { form, fields, busy } = useServerForm<SaveSearchShape>({ id: "save-search", intent: SAVE_SEARCH, constraint });
  if (!gate.ok)
    return (
      <div className="mt-5">
        <Gated gate={gate} label="Save this search">
          {null}
        </Gated>
      </div>
    );
  return (
    <details className="mt-5 rounded border border-line" open={form.status === "error"}>
      <summary className="flex cursor-pointer items-center gap-2 px-3.5 py-2.5 font-bold">
        <span aria-hidden="true" className="chevron" />
        Save this search
      </summary>
      <div className="px-3.5 pb-3.5">
        <ServerForm form={form} intent={SAVE_SEARCH} labels={{ name: "Name" }}>
          <TextField
            field={fields.name}
            label="Name"
            hint="Letters, digits, - and _. Applications call the stored query by this name."
            autoComplete="off"
            spellCheck={false}
          />
          <FormEnd label="Save as stored query" busyLabel="Saving…" busy={busy} gate={gate}>
            <PlainLink to={editTo} className="link text-13">
              Edit before saving
            </PlainLink>
          </FormEnd>
        </ServerForm>
      </div>
    </details>
  );
}
