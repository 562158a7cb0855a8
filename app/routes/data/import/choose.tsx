import { fits } from "@common/glob";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonBar, FieldGroup, FormBoundary, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { Button, PageHeader } from "~/components/kit";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { indexNamePattern, indexNameRules } from "~/lib/index-name";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { redirect } from "~/redirect.server";
import { loadIndexChoice } from "~/routes/_levels/choose.server";
import { IndexChooser } from "~/routes/_levels/index-chooser";
import { requireScope } from "~/session/scope.server";
import { NAME_INDEX } from "./intents";
import { newIndexConstraint, NewIndexSchema, type NewIndexShape } from "./source-forms.server";

export const handle: Handle = { screen: "import" };
export const meta: MetaFunction = () => [{ title: "Import · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  return { ...(await loadIndexChoice(scope, request)), constraint: newIndexConstraint };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: "No index was chosen.",
    run: async ({ form, scope }) => {
      if (form.get("intent") !== NAME_INDEX) throw unknownIntent(form.get("intent"));
      const submission = parseWithZod(form, { schema: NewIndexSchema });
      if (submission.status !== "success") return formReply(submission, { intent: NAME_INDEX });
      const { heldTo } = scope.identity;
      if (heldTo !== null && !heldTo.some((pattern) => fits(pattern, submission.value.index))) {
        return formReply(submission, { intent: NAME_INDEX, fieldErrors: { index: [`Your user is limited to ${heldTo.join(", ")}.`] } });
      }
      // Nothing is made yet: the import makes the index once the fields are chosen.
      return redirect(screenPath(appLevel(submission.value.index), "import"));
    },
  });
}

/** Import asked for at cluster level: into a new index, or into one that is there. */
export default function ChooseImportScreen() {
  const { constraint, ...choice } = useLoaderData<typeof loader>();
  const { form, fields } = useServerForm<NewIndexShape>({ id: "import-new-index", intent: NAME_INDEX, constraint });
  // Who is limited to indices by name makes no others.
  const mayName = choice.held === null || choice.held.some((pattern) => pattern.includes("*"));
  return (
    <>
      <PageHeader title="Import" description="Rows go into one index. Name a new one, or choose one that is there." />
      {mayName && (
        <FieldGroup legend="A new index">
          <ServerForm form={form} intent={NAME_INDEX} labels={{ index: "Name" }}>
            <TextField
              field={fields.index}
              label="Name"
              hint={choice.held === null ? indexNameRules : `One of ${choice.held.join(", ")}. ${indexNameRules}`}
              pattern={indexNamePattern}
              autoComplete="off"
            />
            <ButtonBar>
              <Button tone="primary">Import into a new index</Button>
            </ButtonBar>
          </ServerForm>
        </FieldGroup>
      )}
      {(choice.all > 0 || !mayName) && (
        <>
          <h2 className="mb-2 text-16 font-semibold">An index that is there</h2>
          <IndexChooser choice={choice} screen="import" />
        </>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
