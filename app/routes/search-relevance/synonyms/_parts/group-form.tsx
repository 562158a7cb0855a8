import { ChoiceField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ListField } from "~/components/forms/list-field";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import type { Gate } from "~/lib/access-control/gate";
import type { GroupShape } from "./group-form.server";
import { SET_GROUP } from "./intents";

const kinds = [
  { value: "equivalent", label: "Equal words", hint: "A search for one finds all of them." },
  { value: "one-way", label: "One-way", hint: "Some words also find others, not the reverse." },
];
const labels = { type: "Kind", words: "Words", meant: "Also find" };

type GroupFormProps = {
  id: string;
  values: GroupShape;
  constraint: Record<string, object>;
  gate: Gate;
  cancelTo: string;
};

/** One group of synonyms: its words, and where it is one-way what a search for them finds too. */
export function GroupForm({ id, values, constraint, gate, cancelTo }: GroupFormProps) {
  const { form, fields, busy } = useServerForm<GroupShape>({ id, intent: SET_GROUP, constraint, defaultValue: values });
  return (
    <ServerForm form={form} intent={SET_GROUP} labels={labels} className="group/kind mb-6">
      <ChoiceField field={fields.type} label="Kind" options={kinds} segments />
      <ListField field={fields.words} label="Words" hint="What people search for: sci-fi, science fiction." rows={2} />
      <div className="hidden group-has-[[value=one-way]:checked]/kind:block">
        <ListField field={fields.meant} label="Also find" hint="What those searches should find too." rows={2} />
      </div>
      <FormEnd label="Review" busy={busy} gate={gate} cancelTo={cancelTo} />
    </ServerForm>
  );
}
