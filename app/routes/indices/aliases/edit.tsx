import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { formReply } from "~/components/forms/reply.server";
import { FieldRow, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { toSetAlias } from "~/services/indices/aliases/manage.server";
import {
  type AliasDefinition,
  type AliasMembers,
  aliasesOf,
  listAliasMembers,
  wordOf,
} from "~/services/indices/aliases/read.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { aliasConstraint, AliasSchema, type AliasShape, aliasValues, definitionOf } from "./alias-form.server";
import { oneAlias } from "./aliases-address";
import { offered, targetNamed, targetsOf } from "./target.server";

const INTENT = "save-alias";
const NOT_SAVED = "The alias was not saved.";
const FORMED = "With the values that the page was opened with. What you type takes their place.";

const verbOf = (data: unknown) =>
  (data as { isNew: boolean } | undefined)?.isNew === true ? "Add alias" : "Edit alias";

export const handle: Handle = {
  screen: "",
  crumbs: ({ at, data }) => [{ label: "Aliases", to: screenPath(at, "aliases") }, { label: verbOf(data) }],
};
export const meta = titled<typeof loader>(({ data }) => verbOf(data));

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { alias, index } = oneAlias.at(request).state;
  const rows = await targetsOf(scope);
  const target = targetNamed(rows, { scope, typed: index });
  const present = alias === "" || target === undefined ? undefined : (await aliasesOf(scope, target.index))[alias];
  const shown = toSetAlias({
    alias: alias || "alias-name",
    before: {},
    after: { [target?.index ?? "index-name"]: present ?? {} },
    verb: "add",
  });
  return {
    at: levelRef(params["appName"]),
    alias,
    index: target?.name ?? index,
    isNew: present === undefined,
    seen: present === undefined ? "" : wordOf(present),
    names: offered(rows),
    values: aliasValues(present ?? {}),
    constraint: aliasConstraint,
    gate: scope.may("indices:write"),
    request: { ...shownRequest(scope, shown), remark: FORMED },
  };
}

/**
 * The indices that write through an alias now, as readers, so that another can: an alias has one write index at most.
 */
async function othersAsReaders(
  scope: Scope,
  { alias, index }: { alias: string; index: string },
): Promise<{ before: AliasMembers; after: AliasMembers }> {
  const members = (await listAliasMembers(scope)).get(alias) ?? {};
  const writing = Object.entries(members).filter(
    ([name, definition]) => name !== index && definition["is_write_index"] === true,
  );
  return {
    before: Object.fromEntries(writing),
    after: Object.fromEntries(writing.map(([name, definition]) => [name, { ...definition, is_write_index: false }])),
  };
}

/** What is not as the page has shown it: an alias that exists where one is added, or one that somebody else changed. */
function staleness({ seen, present }: { seen: FormDataEntryValue | null; present: AliasDefinition | undefined }) {
  if (seen === null || seen === "") return present === undefined ? null : "taken";
  if (present === undefined) return "removed";
  return wordOf(present) === seen ? null : "changed";
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_SAVED,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: AliasSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { alias, index: typed, writes } = submission.value;
      const target = targetNamed(await targetsOf(scope), { scope, typed });
      if (target === undefined)
        return formReply(submission, {
          intent: INTENT,
          fieldErrors: { index: [`There is no index called ${typed}.`] },
        });
      const { index, name } = target;
      const present = (await aliasesOf(scope, index))[alias];
      const stale = staleness({ seen: form.get("seen"), present });
      if (stale === "taken")
        return formReply(submission, {
          intent: INTENT,
          fieldErrors: {
            alias: [`${name} already has an alias ${alias}. Choose another name, or edit it from the list.`],
          },
        });
      if (stale !== null)
        return formReply(submission, {
          intent: INTENT,
          status: 409,
          formErrors: [`${NOT_SAVED} Somebody else ${stale} it in the meantime. Open it again from the list.`],
        });
      const others = writes === "true" ? await othersAsReaders(scope, { alias, index }) : { before: {}, after: {} };
      const before = { ...others.before, ...(present === undefined ? {} : { [index]: present }) };
      const after = { ...others.after, [index]: definitionOf(submission.value, present) };
      const verb = present === undefined ? "add" : "update";
      try {
        const changed = await change(
          scope,
          toSetAlias({ alias, before, after, verb, index: Object.keys(after).length === 1 ? name : undefined }),
        );
        const text = `Alias ${alias} ${present === undefined ? "added to" : "changed for"} ${name}.`;
        return redirectWithFlash({ request: args.request, to: screenPath(scope, "aliases"), text, changed });
      } catch (error) {
        const isFilter = error instanceof Error && /filter|query/i.test(error.message) && submission.payload["filter"];
        return failed(error, submission, {
          intent: INTENT,
          what: NOT_SAVED,
          fields: { 400: isFilter ? "filter" : "alias" },
        });
      }
    },
  });
}

const writing = [
  { value: "true", label: "Write index" },
  { value: "false", label: "Reads only" },
];

export default function EditAliasScreen() {
  const { at, alias, index, isNew, seen, names, values, constraint, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<AliasShape>({
    id: `alias-${alias}-${index}`,
    intent: INTENT,
    constraint,
    defaultValue: { ...values, alias, index },
  });
  const verb = isNew ? "Add alias" : "Save alias";
  const labels = {
    alias: "Alias",
    index: "Index",
    writes: "Writes",
    indexRouting: "Routing for saving",
    searchRouting: "Routing for searching",
    filter: "Filter",
  };
  return (
    <>
      <PageHeader title={isNew ? "Add alias" : `Edit alias ${alias}`} />
      <ServerForm form={form} intent={INTENT} labels={labels}>
        <input type="hidden" name="seen" value={seen} />
        <TextField
          field={fields.alias}
          label="Alias"
          readOnly={!isNew}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {at.level === "app" ? (
          <input type="hidden" name="index" value={index} />
        ) : (
          <>
            <TextField
              field={fields.index}
              label="Index"
              readOnly={!isNew}
              list="alias-indices"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
            <datalist id="alias-indices">
              {names.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
        <SelectField
          field={fields.writes}
          label="Writes"
          hint="Documents saved under an alias go to its write index. Without one they go to its index while it has only one."
          options={writing}
          placeholder="Not set"
        />
        <FieldRow>
          <TextField
            field={fields.indexRouting}
            label="Routing for saving"
            hint="One value."
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            field={fields.searchRouting}
            label="Routing for searching"
            hint="Values with commas between."
            autoCapitalize="none"
            spellCheck={false}
          />
        </FieldRow>
        <JsonArea
          field={fields.filter}
          label="Filter"
          hint={<>A query as JSON; readers of the alias see what matches: {'{ "term": { "year": 1927 } }'}</>}
          rows={6}
        />
        <FormEnd
          label={verb}
          busyLabel="Saving…"
          busy={busy}
          request={request}
          gate={gate}
          cancelTo={screenPath(at, "aliases")}
        />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
