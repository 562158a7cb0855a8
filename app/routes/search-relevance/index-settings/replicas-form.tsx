import { CheckboxField, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import type { Gate } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import type { ShownRequest } from "~/lib/data/shown-request";
import type { ReplicasShape } from "./form.server";
import { SET_REPLICAS } from "./intents";

type ReplicasFormProps = {
  name: string;
  replicas: number;
  /** The range by which the engine chooses itself; null where it does not. */
  autoExpand: string | null;
  /** Null where the reader is not told. */
  nodes: number | null;
  most: number;
  version: string;
  replicasGate: Gate;
  request: ShownRequest;
};

/** How many copies each shard of an index has on other nodes. */
export function ReplicasForm({
  name,
  replicas,
  autoExpand,
  nodes,
  most,
  version,
  replicasGate,
  request,
}: ReplicasFormProps) {
  const defaultValue = { replicas, version, fixed: "" };
  const { form, fields, busy } = useServerForm<ReplicasShape>({
    id: `replicas-${name}`,
    intent: SET_REPLICAS,
    defaultValue,
  });
  // What a larger cluster left can be taken away all the same.
  const single = most === 0 && replicas === 0;
  return (
    <section aria-labelledby="replicas" className="border-t border-line pt-4">
      <h2 id="replicas" className="text-16 font-bold">
        Replicas
      </h2>
      <p className="mb-3 mt-1">{countOf(replicas, "copy", "copies")} of each shard on other nodes.</p>
      {most === 0 && (
        <Notice tone="info">
          The cluster has one data node, so no replica can be added: a copy needs another node.
          {autoExpand !== null && ` Auto-expand replicas is ${autoExpand}, so the engine follows when nodes are added.`}
        </Notice>
      )}
      {nodes === null && (
        <Notice tone="info">
          It is not known how many nodes the cluster has. Replicas without a node of their own stay unassigned.
        </Notice>
      )}
      {!single && (
        <ServerForm
          form={form}
          intent={SET_REPLICAS}
          labels={{ replicas: "Number of replicas", fixed: "Switch auto-expand off" }}
        >
          <input type="hidden" name="version" value={version} />
          <TextField
            field={fields.replicas}
            label="Number of replicas"
            hint={nodes === null ? undefined : `From 0 to ${most}: the cluster has ${countOf(nodes, "data node")}.`}
            type="number"
            min={0}
            max={most}
            step={1}
            required
            className="max-w-[12rem]"
          />
          {autoExpand !== null && (
            <CheckboxField
              field={fields.fixed}
              label="Switch auto-expand off"
              hint={`Auto-expand replicas is ${autoExpand}: the engine follows the number of nodes and ignores a number that is set.`}
            />
          )}
          <FormEnd label="Set replicas" busyLabel="Saving…" busy={busy} gate={replicasGate} request={request} />
        </ServerForm>
      )}
    </section>
  );
}
