import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import type { Gate } from "~/lib/access-control/gate";
import { KEEP } from "./intents";

type KeepFormProps = { id: string; number: number; run: string; live: boolean; gate: Gate };

/** Keeps the sample of a run with the version, for whoever opens it next. */
export function KeepForm({ id, number, run, live, gate }: KeepFormProps) {
  const { form, busy } = useServerForm({ id: `keep-sample-${id}-${number}`, intent: KEEP });
  if (live)
    return (
      <p className="mb-5 text-13 text-muted">
        The sample is kept for a day. It can stay with a draft, not with the live version, which is never written over.
      </p>
    );
  return (
    <ServerForm form={form} intent={KEEP} className="">
      <input type="hidden" name="run" value={run} />
      <FormEnd label="Keep this sample with the version" busyLabel="Keeping…" busy={busy} gate={gate} tone="plain" />
    </ServerForm>
  );
}
