import { useEffect, useState } from "react";
import { TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Name } from "~/components/ui/name";
import type { ClosedGate, Gate } from "~/lib/access-control/gate";
import { shardAdvice } from "~/lib/indices/shard-advice";
import { countOf } from "~/lib/values/numbers";
import type { ShardsShape } from "./form.server";
import { SET_SHARDS } from "./intents";

type ShardsFormProps = {
  name: string;
  shards: number;
  mostShards: number;
  shardsConstraint: Record<string, object>;
  shardsGate: Gate;
};

const unchanged: ClosedGate = {
  ok: false,
  because: "nothing-kept",
  missing: "This is the current number",
  who: "",
  help: "Enter another one.",
};

/** How many shards an index has. Another number is another index, so it leads to the page that starts a re-index. */
export function ShardsForm({ name, shards, mostShards, shardsConstraint, shardsGate }: ShardsFormProps) {
  const defaultValue = { shards };
  const { form, fields, busy } = useServerForm<ShardsShape>({
    id: `shards-${name}`,
    intent: SET_SHARDS,
    constraint: shardsConstraint,
    defaultValue,
  });
  // Without scripts the server says it.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(String(shards)), [shards]);
  const gate = shardsGate.ok && typed !== null && Number(typed) === shards ? unchanged : shardsGate;
  return (
    <section aria-labelledby="shards" className="mb-6">
      <h2 id="shards" className="text-16 font-bold">
        Shards
      </h2>
      <Name as="p" className="mb-3 mt-1">
        {name} has {countOf(shards, "shard")}. The re-index runs in place: checks come first, then it runs as a job.
      </Name>
      <ServerForm form={form} intent={SET_SHARDS} labels={{ shards: "Number of shards" }}>
        <TextField
          field={fields.shards}
          label="Number of shards"
          hint={`From 1 to ${mostShards}. ${shardAdvice}`}
          type="number"
          min={1}
          max={mostShards}
          step={1}
          required
          onInput={(event) => setTyped(event.currentTarget.value)}
          className="max-w-[12rem]"
        />
        <FormEnd label="Review re-index" busy={busy} gate={gate} />
      </ServerForm>
    </section>
  );
}
