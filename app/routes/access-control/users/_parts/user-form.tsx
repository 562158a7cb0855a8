import { useState } from "react";
import { CheckboxField, ChoiceField, FieldErrors, TextField } from "~/components/forms/field";
import { ListField } from "~/components/forms/list-field";
import { FormEnd } from "~/components/forms/form-end";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { Name } from "~/components/ui/name";
import type { Gate } from "~/lib/access-control/gate";
import type { ShownAction } from "~/lib/access-control/opens";
import { advancedWords, chosenOf } from "./advanced-words";
import { CREATE, EDIT } from "./intents";
import { PasswordField } from "./password-field";
import { PatternsMeet } from "./patterns-meet";
import type { UserShape } from "./user-form.server";

type UserFormProps = {
  values: UserShape;
  /** Of what is stored; left out for a new user, whose name and password can be chosen. */
  version?: string;
  constraint: Record<string, object>;
  actions: readonly ShownAction[];
  /** What can be named one by one, by category. */
  calls: readonly { category: string; acls: readonly string[] }[];
  /** The indices there are; null where they are not told. */
  indices: readonly string[] | null;
  gate: Gate;
  cancelTo: string;
  generated?: boolean;
};

const labels: Record<string, string> = {
  ...{ username: "User name", password: "Password", email: "E-mail", isAdmin: "Admin", actions: "Actions" },
  ...{ indices: "Indices", acls: "Calls", sources: "IP sources", depth: "IP source depth" },
};

/** The fields of a user. A new one is created by it; of one that is there it leads to the review. */
export function UserForm({
  values,
  version,
  constraint,
  actions,
  calls,
  indices,
  gate,
  cancelTo,
  generated = false,
}: UserFormProps) {
  const isNew = version === undefined;
  const intent = isNew ? CREATE : EDIT;
  const { form, fields, busy } = useServerForm<UserShape>({
    id: `user-${encodeURIComponent(values.username)}`,
    intent,
    constraint,
    defaultValue: values,
  });
  // As tags; without scripts they are read from what was sent.
  const [patterns, setPatterns] = useState<string | null>(null);
  const advanced = [fields.sources, fields.depth, fields.acls];
  const submit = isNew ? "Create user" : "Review changes";
  return (
    <ServerForm form={form} intent={intent} labels={labels} className="max-w-[1000px]">
      {!isNew && <input type="hidden" name="version" value={version} />}
      {isNew && (
        <>
          <TextField
            field={fields.username}
            label="User name"
            autoComplete="off"
            spellCheck={false}
            className="max-w-form"
          />
          <PasswordField field={fields.password} username={fields.username.value ?? ""} generated={generated} />
        </>
      )}
      <TextField field={fields.email} label="E-mail" type="email" autoComplete="off" className="max-w-form" />
      <FieldGroup legend="What the user can do">
        <CheckboxField
          field={fields.isAdmin}
          label="Admin"
          hint="Opens everything: every action, every index, users and credentials. The actions below do not matter then."
        />
        <ChoiceField
          field={fields.actions}
          label="Actions"
          multiple
          options={actions.map(({ value, label, opens }) => ({ value, label, hint: opens }))}
        />
        <details className="mb-4 text-13">
          <summary className="link w-fit">Call categories of each action</summary>
          <div className="mt-2">
            <DefinitionList
              items={actions.map(({ label, categories }) => ({ label, value: categories.join(", ") || "No calls" }))}
            />
          </div>
        </details>
      </FieldGroup>
      <FieldGroup
        legend="Indices"
        hint="* stands for anything; a name also admits what follows a hyphen or dot: films admits films-2026."
      >
        <ListField
          field={fields.indices}
          label="Names and patterns"
          proposals={indices ?? []}
          rows={2}
          star
          onEntries={(entries) => setPatterns(entries.join("\n"))}
        />
        <div aria-live="polite" className="mb-3">
          <PatternsMeet text={patterns ?? fields.indices.value ?? ""} names={indices} />
        </div>
        <noscript>
          <Button name="then" value="check" formNoValidate>
            Check
          </Button>
        </noscript>
      </FieldGroup>
      <details className="mb-5 border-t border-line pt-4" open={advanced.some((field) => field.errors !== undefined)}>
        <summary className="w-fit">
          <span aria-hidden="true" className="chevron mr-1.5" />
          <span className="font-semibold">Advanced</span>
          <Name className="text-13 text-muted">
            {" "}
            {advancedWords({ sources: fields.sources.value, depth: fields.depth.value, acls: fields.acls.value })}
          </Name>
        </summary>
        <div className="mt-3">
          <ListField
            field={fields.sources}
            label="IP sources"
            hint="Ranges such as 203.0.113.0/24. 0.0.0.0/0 is any address."
            rows={2}
          />
          <TextField
            field={fields.depth}
            label="IP source depth"
            inputMode="numeric"
            hint="Which address of X-Forwarded-For counts, from the right."
            className="max-w-[8rem]"
          />
          <fieldset
            className="mb-4"
            aria-invalid={fields.acls.errors ? true : undefined}
            aria-describedby={fields.acls.errors ? fields.acls.errorId : undefined}
          >
            <legend className="text-13 font-semibold">Calls</legend>
            <p className="text-13 text-muted">
              Tick some to allow only these of what the actions open. None ticked allows all.
            </p>
            {calls.map(({ category, acls }) => (
              <div key={category} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-13">
                <span className="w-20 font-semibold">{category}</span>
                {acls.map((acl) => (
                  <label key={acl} className="flex items-center gap-1.5">
                    <input
                      type="checkbox"
                      name="acls"
                      value={acl}
                      defaultChecked={chosenOf(fields.acls.initialValue).includes(acl)}
                      className="h-4 w-4 accent-accent"
                    />
                    {acl}
                  </label>
                ))}
              </div>
            ))}
            <FieldErrors id={fields.acls.errorId} errors={fields.acls.errors} />
          </fieldset>
        </div>
      </details>
      <FormEnd label={submit} busy={busy} cancelTo={cancelTo} gate={gate} as={{ name: "then", value: "send" }} sticky />
    </ServerForm>
  );
}
