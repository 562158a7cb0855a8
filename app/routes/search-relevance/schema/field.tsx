import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { useAddress } from "~/components/ui/filter/use-address";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { useCaseNames } from "~/lib/data/documents/use-cases";
import { shownId } from "~/lib/address/ids";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, restOf, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { leavesOut } from "~/services/search-relevance/composition/conversions";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { DraftBar } from "../_parts/draft-bar";
import { fieldAddress, useCases } from "./_parts/address";
import { Analyzers } from "./_parts/analyzers";
import { DryRunPanel } from "./_parts/dry-run-panel";
import { type LoadedField, loadField, typeRefusal } from "./_parts/field.server";
import { fieldConstraint, fieldOf, fieldSchema, type FieldShape } from "./_parts/form.server";
import { DISCARD, KEEP_STRICT, LEAVE_OUT, REMOVE, SAVE } from "./_parts/intents";
import { keepWish, requireSchema } from "./_parts/schema.server";
import { Uses } from "./_parts/uses";

export const handle: Handle = { screen: "schema", crumbs: ({ pathname }) => [{ label: shownId(restOf(pathname)) }] };
export const meta: MetaFunction = ({ params, location }) => [
  { title: `${shownId(restOf(location.pathname))} · Schema · ${params["appName"]}` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "schema" }, context);
  const here = fieldAddress.at(request);
  leaveLongAddress(request, here);
  const field = await loadField(scope, { path: restOf(scope.pathname), ...here.state });
  return { field, constraint: fieldConstraint };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "schema" },
    what: "The draft was not saved.",
    run: async ({ scope, form }) => {
      const path = restOf(scope.pathname);
      const schema = await requireSchema(scope);
      const here = screenPath(scope, "schema", { rest: [path] });
      const wish = schema.wishes.get(path);
      switch (form.get("intent")) {
        case SAVE: {
          const submission = parseWithZod(form, { schema: fieldSchema });
          if (submission.status !== "success") return formReply(submission, { intent: SAVE });
          const reason = typeRefusal(schema, { path, type: submission.value.type });
          if (reason !== null) return formReply(submission, { intent: SAVE, fieldErrors: { type: [reason] } });
          const lenient = wish?.to?.lenient && wish.to.type === submission.value.type;
          keepWish(scope, schema, {
            path,
            wish: { to: { ...fieldOf(submission.value), ...(lenient && { lenient }) } },
          });
          return redirectWithFlash({ request, to: here, text: "Draft saved. The field changes once it is published." });
        }
        case LEAVE_OUT:
        case KEEP_STRICT: {
          // Somebody discarded the change in another window.
          if (!wish?.to)
            return redirectWithFlash({
              request,
              to: here,
              kind: "bad",
              text: "Nothing was saved: the draft no longer changes this field.",
            });
          const { lenient: _, ...strict } = wish.to;
          const leaves = form.get("intent") === LEAVE_OUT && leavesOut(strict.type);
          keepWish(scope, schema, { path, wish: { to: leaves ? { ...strict, lenient: true } : strict } });
          return redirectWithFlash({
            request,
            to: here,
            text: leaves ? "Draft saved. Values that do not fit are left out." : "Draft saved. All values have to fit.",
          });
        }
        case REMOVE:
          // A field that only the draft has is no longer added.
          keepWish(scope, schema, { path, wish: wish?.from === null ? null : { to: null } });
          return redirectWithFlash({
            request,
            to: screenPath(scope, "schema"),
            text: `Draft saved. Field ${shownId(path)} is removed once it is published.`,
          });
        case DISCARD:
          keepWish(scope, schema, { path, wish: null });
          return redirectWithFlash({
            request,
            to: screenPath(scope, "schema"),
            text: `The change of ${shownId(path)} was discarded.`,
          });
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

export default function FieldScreen() {
  const { field, constraint } = useLoaderData<typeof loader>();
  const here = useAddress(fieldAddress);
  if (field === null) return <NotOffered title="Schema" lacks="has no relevance settings" />;
  const { index, path, found, wish, gate, kind, below } = field;
  return (
    <>
      <PageHeader
        title={shownId(path)}
        description={
          found === null
            ? "Not in the index yet."
            : `${found.words}${below > 0 ? `, ${countOf(below, "field")} below it` : ""}`
        }
        actions={<LinkButton to={screenPath(appLevel(index), "schema")}>Back to schema</LinkButton>}
      />
      <PlanGatePanel gate={gate} />
      <Waits field={field} />
      {field.isRuntime || kind === "alias" ? (
        <Notice tone="info">
          {kind === "alias" ? "An alias of another field" : "A runtime field, reckoned at each search"}. It is changed
          in the mapping.
        </Notice>
      ) : (
        // Another draft is another form.
        <ChangeForm key={JSON.stringify(field.values)} field={field} constraint={constraint} />
      )}
      {field.run && <DryRunPanel run={field.run} here={here} path={path} gate={gate} />}
      <Uses uses={field.uses} unknown={field.unknown} />
      {!field.isRuntime && !wish?.removes && <RemoveForm field={field} />}
      <Analyzers
        here={here}
        analyzers={field.analyzers}
        tokens={field.tokens}
        index={index}
        mayDevelop={field.mayDevelop}
        exists={found !== null}
      />
      <DraftBar index={index} draft={field.draft} />
    </>
  );
}

/** What the draft wishes of the field, and the way back from it. */
function Waits({ field: { path, wish, conflict, gate } }: { field: LoadedField }) {
  const { form, busy } = useServerForm({ id: `discard-${path}`, intent: DISCARD });
  if (wish === null) return null;
  return (
    <Card tone={conflict ? "bad" : "info"} className="mb-4">
      <p className="mb-2">
        {wish.removes
          ? "Your draft removes this field. The re-index leaves its values out of the documents."
          : wish.adds
            ? `Your draft adds this field as ${wish.words}.`
            : `Your draft makes it ${wish.words}.`}{" "}
        <StatusBadge tone={wish.effect === "in place" ? "good" : "warn"}>
          {wish.effect === "in place" ? "In place" : "Re-index"}
        </StatusBadge>
      </p>
      {conflict && (
        <p className="mb-2">
          Somebody else changed the field in the meantime: it{" "}
          {conflict.was === null ? "was not there" : `was ${conflict.was}`} and{" "}
          {conflict.found === null ? "is no longer there" : `is now ${conflict.found}`}. Save your change again to keep
          it, or discard it.
        </p>
      )}
      <ServerForm form={form} intent={DISCARD}>
        <FormEnd label="Discard change" busy={busy} gate={gate} tone="danger" />
      </ServerForm>
    </Card>
  );
}

function ChangeForm({ field, constraint }: { field: LoadedField; constraint: Record<string, object> }) {
  const { path, types, values, gate } = field;
  const { form, fields, busy } = useServerForm<FieldShape>({
    id: `field-${path}`,
    intent: SAVE,
    constraint,
    defaultValue: values,
  });
  if (types.offered.length === 0) return null;
  return (
    <Card title="Change" className="mb-4">
      <ServerForm form={form} intent={SAVE} labels={{ type: "Type", useCase: "Use case" }} className="mt-3 max-w-form">
        <SelectField
          field={fields.type}
          label="Type"
          options={types.offered.map((value) => ({ value, label: value }))}
        />
        <SelectField
          field={fields.useCase}
          label="Use case"
          hint="Applies to text."
          options={useCases.map((value) => ({ value, label: useCaseNames[value] }))}
        />
        <FormEnd label="Save to draft" busyLabel="Saving…" busy={busy} gate={gate} />
      </ServerForm>
      {types.refused.length > 0 && (
        <details className="mt-3 text-13">
          <summary className="w-fit">
            <span aria-hidden="true" className="chevron mr-1.5" />
            Types that it cannot become
          </summary>
          <ul className="mt-2 list-disc pl-5 text-muted">
            {types.refused.map(({ type, reason }) => (
              <li key={type}>
                <code className="font-mono text-code">{type}</code>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function RemoveForm({ field: { path, wish, uses, below, gate } }: { field: LoadedField }) {
  const { form, busy } = useServerForm({ id: `remove-${path}`, intent: REMOVE });
  return (
    <Card title="Remove field" className="mb-4">
      <p className="mb-2 mt-1">
        {wish?.adds
          ? "It is taken out of the draft. "
          : "Its values can no longer be searched, sorted by or counted. The re-index leaves its values out of the documents. "}
        {below > 0 && `${countOf(below, "field")} below it will be removed too. `}
        {uses.length > 0 && (
          <>
            <a href="#used-by" className="link">
              What uses it
            </a>{" "}
            finds nothing in it any more.
          </>
        )}
      </p>
      <ServerForm form={form} intent={REMOVE}>
        <FormEnd label="Remove field" busy={busy} gate={gate} tone="danger" />
      </ServerForm>
    </Card>
  );
}

export { FormBoundary as ErrorBoundary };
