import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { settle } from "~/services/platform/http/settle.server";
import { toCreateTemplate } from "~/services/indices/templates/manage.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { allComponents, allTemplates } from "./list.server";
import { KindField, labels, PartFields, refusedField, takenWords, WhereFields } from "./new-fields";
import { bodyOf, newForms, type NewShape } from "./new-form.server";
import { families, familyHandle, familyIn, templatePage } from "./template-names";

/** Component templates that the hint lists. */
const MOST_NAMED = 20;

const words = {
  index: {
    id: "create-template",
    create: "Create template",
    notMade: "The template was not created.",
    formed: "For an index template named template-name. What you type takes the place of these values.",
    made: (name: string) => `Template ${name} created. Indices get it from now on when they are created.`,
  },
  component: {
    id: "create-component",
    create: "Create component template",
    notMade: "The component template was not created.",
    formed: "For a component template named template-name. What you type takes the place of these values.",
    made: (name: string) => `Component template ${name} created.`,
  },
};

/** What the request is shown with before anything is typed. */
const unfilled = {
  index: { kind: "composable" as const, patterns: ["logs-*"], rank: 0, components: [] },
  component: { kind: "component" as const },
};

export const handle = familyHandle((family) => words[family].create);
export const meta = titled(({ location }) => words[familyIn(location.pathname)].create);

const familyOf = (request: Request) => familyIn(new URL(request.url).pathname);

/** Kinds that the server has not, and component templates to compose one of. */
async function choices(scope: Scope) {
  const [all, parts] = await Promise.all([settle(allTemplates(scope)), settle(allComponents(scope))]);
  const components = parts.ok ? (parts.value ?? []).filter(({ managed }) => !managed).map(({ name }) => name) : [];
  return { missing: all.ok ? all.value.missing : [], components: components.slice(0, MOST_NAMED) };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const family = familyOf(request);
  const filled = unfilled[family];
  const shown = shownRequest(scope, toCreateTemplate({ kind: filled.kind, name: "template-name" }, bodyOf(filled)));
  return {
    family,
    offered: family === "index" ? await choices(scope) : null,
    constraint: newForms[family].constraint,
    gate: scope.may("indices:write"),
    request: { ...shown, remark: words[family].formed },
  };
}

export async function action(args: ActionFunctionArgs) {
  const family = familyOf(args.request);
  const { id: intent, notMade: what, made } = words[family];
  return answerForm(args, {
    right: "develop",
    what,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: newForms[family].schema });
      if (submission.status !== "success") return formReply(submission, { intent });
      const { kind, name } = submission.value;
      try {
        const changed = await change(scope, toCreateTemplate({ kind, name }, bodyOf(submission.value)));
        return redirectWithFlash({
          request: args.request,
          to: templatePage({ kind, name }),
          text: made(name),
          changed,
        });
      } catch (error) {
        return failed(error, submission, {
          intent,
          what,
          fields: { 400: refusedField(error, family === "index" ? "patterns" : "name") },
          words: takenWords(error, name),
        });
      }
    },
  });
}

export default function CreateTemplateScreen() {
  const { family, offered, constraint, gate, request } = useLoaderData<typeof loader>();
  const { id, create } = words[family];
  const { form, fields, busy } = useServerForm<NewShape>({
    id,
    intent: id,
    constraint,
    ...(offered && {
      defaultValue: { kind: offered.missing.includes("composable") ? "legacy" : "composable", rank: 0 },
    }),
  });
  return (
    <>
      <PageHeader title={create} />
      <ServerForm form={form} intent={id} labels={labels[family]}>
        {offered && <KindField field={fields.kind} missing={offered.missing} />}
        <TextField field={fields.name} label="Name" autoCapitalize="none" autoComplete="off" spellCheck={false} />
        {offered && <WhereFields fields={fields} components={offered.components} />}
        <FieldGroup
          legend="Advanced"
          hint="What indices get, as JSON; each may stay empty."
          folded
          open={form.status === "error"}
        >
          <PartFields fields={fields} />
        </FieldGroup>
        <FormEnd
          label={create}
          busyLabel="Creating…"
          busy={busy}
          request={request}
          gate={gate}
          cancelTo={screenPath(clusterLevel, families[family].list)}
        />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
