import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChoiceField, SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { indexNameRules } from "~/lib/indices/index-name";
import { formatBytes } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { CHOOSE_INDEX } from "../intents";
import { Steps } from "../steps";
import type { TargetShape } from "./target-form.server";
import { answerTarget, loadTarget } from "./target.server";

export const handle: Handle = { screen: "import", crumbs: () => [{ label: "Index" }] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Index for ${data?.job.name ?? "an upload"} · Cluster` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadTarget({ scope: await requireScope(request, params, "develop", context), jobId: params.jobId });
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: "No index was chosen.",
    run: ({ scope, form }) => answerTarget({ scope, jobId: args.params["jobId"], form }),
  });
}

/** The second step: the index that an upload goes into, a new one by default, under a name made from the file's. */
export default function ImportTargetScreen() {
  const { job, names, isList, hasAny, held, mayCreate, chosen } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<TargetShape>({
    id: `import-target-${job.id}`,
    intent: CHOOSE_INDEX,
    defaultValue: chosen,
  });
  const back = screenPath(clusterLevel, "import");
  const kinds = [
    ...(mayCreate ? [{ value: "new", label: "New index" }] : []),
    ...(hasAny
      ? [
          {
            value: "existing",
            label: "Existing index",
            hint: "Rows are added to it; rows with the ID of a document replace it.",
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader title={`Index for ${job.name}`} description={formatBytes(job.size)} />
      <Steps at="Index" to={{ File: back }} />
      <ServerForm
        form={form}
        intent={CHOOSE_INDEX}
        labels={{ kind: "Import into", index: "Index name", existing: "Existing index" }}
        className="max-w-form [&:has([name=kind][value=existing]:checked)_.of-new]:hidden [&:has([name=kind][value=new]:checked)_.of-existing]:hidden"
      >
        {kinds.length > 1 ? (
          <ChoiceField field={fields.kind} label="Import into" options={kinds} />
        ) : (
          <input type="hidden" name={fields.kind.name} value={mayCreate ? "new" : "existing"} />
        )}
        {mayCreate && (
          <div className="of-new">
            <TextField
              field={fields.index}
              label="Index name"
              hint={held === null ? indexNameRules : `One of ${held.join(", ")}. ${indexNameRules}`}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
        {(hasAny || !mayCreate) && (
          <div className="of-existing">
            {isList ? (
              <SelectField
                field={fields.existing}
                label="Existing index"
                placeholder="Choose an index"
                options={names.map((name) => ({ value: name, label: name }))}
              />
            ) : (
              <>
                <TextField
                  field={fields.existing}
                  label="Existing index"
                  hint="Its name, written in full."
                  list="index-names"
                  autoComplete="off"
                  spellCheck={false}
                />
                <datalist id="index-names">
                  {names.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </div>
        )}
        <FormEnd label="Continue to fields" busyLabel="Reading…" busy={busy} cancelTo={back} cancelLabel="Back" />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
