import { TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import { countOf, formatBytes, formatNumber } from "~/lib/values/numbers";
import type { ShownRequest } from "~/lib/data/shown-request";
import type { RetentionShape } from "./retention-form.server";

export const SET_RETENTION = "set-retention";

type RetentionFormProps = {
  values: RetentionShape;
  constraint: Record<string, object>;
  gate: Gate;
  request: ShownRequest;
  /** What the values remove, where they are to be confirmed; `from` in ms. */
  removes: { records: number; bytes: number; from: number | null } | null;
  /** What is confirmed by sending the form: the values that were asked about. */
  asked: string;
  cancelTo: string;
};

/** The limits of the request log; where they remove requests, with what goes and the button that says so. */
export function RetentionForm({ values, constraint, gate, request, removes, asked, cancelTo }: RetentionFormProps) {
  const { form, fields, busy } = useServerForm<RetentionShape>({
    id: `retention-${asked}`,
    intent: SET_RETENTION,
    constraint,
    defaultValue: values,
  });
  return (
    <ServerForm
      form={form}
      intent={SET_RETENTION}
      labels={{ days: "Days", records: "Requests", megabytes: "Size in MB" }}
    >
      {removes && (
        <Notice tone="warn" role="status">
          <p>
            Removes {countOf(removes.records, "request")}, {formatBytes(removes.bytes)}, for good.{" "}
            {removes.from !== null && (
              <>
                Requests from <Time value={removes.from} exact /> on stay.
              </>
            )}
          </p>
        </Notice>
      )}
      {removes && <input type="hidden" name="confirmed" value={asked} />}
      <TextField field={fields.days} label="Days" type="number" hint="Requests older than this are removed." />
      <TextField
        field={fields.records}
        label="Requests"
        type="number"
        hint="The oldest are removed first, with up to a quarter of this more."
      />
      <TextField
        field={fields.megabytes}
        label="Size in MB"
        type="number"
        hint="The oldest are removed first, with up to a quarter of this more."
      />
      <FormEnd
        label={removes ? `Save and remove ${formatNumber(removes.records)}` : "Save"}
        busy={busy}
        request={request}
        gate={gate}
        tone={removes ? "danger" : "primary"}
        cancelTo={cancelTo}
      />
    </ServerForm>
  );
}
