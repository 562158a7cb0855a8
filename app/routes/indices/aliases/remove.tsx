import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { toSetAlias } from "~/services/indices/aliases/manage.server";
import { listAliasMembers } from "~/services/indices/aliases/read.server";
import { seenThrough } from "~/services/indices/aliases/seen.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { oneAlias } from "./aliases-address";
import { targetNamed, targetsOf } from "./target.server";

const INTENT = "remove-alias";

export const handle: Handle = {
  screen: "",
  crumbs: ({ at }) => [{ label: "Aliases", to: screenPath(at, "aliases") }, { label: "Remove alias" }],
};
export const meta = titled("Remove alias");

/** The removal that an address names; null where the index has no such alias. */
async function removalAt(request: Request, scope: Scope) {
  const { alias, index: typed } = oneAlias.at(request).state;
  const target = targetNamed(await targetsOf(scope), { scope, typed });
  const members = target && alias !== "" ? ((await listAliasMembers(scope)).get(alias) ?? {}) : {};
  const present = target && members[target.index];
  if (target === undefined || present === undefined) return { alias, index: target?.name ?? typed, found: null };
  const { index, name } = target;
  const { [index]: _gone, ...rest } = members;
  const removal = toSetAlias({ alias, before: { [index]: present }, after: {}, verb: "delete", index: name });
  return { alias, index: name, found: { removal, rest, present, concrete: index } };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { alias, index, found } = await removalAt(request, scope);
  const common = { alias, index, at: levelRef(params["appName"]), gate: scope.may("indices:write") };
  if (found === null) return { ...common, removal: null };
  const { removal, rest, present, concrete } = found;
  const [gone, left] = await Promise.all([seenThrough(scope, { [concrete]: present }), seenThrough(scope, rest)]);
  return {
    ...common,
    removal: {
      gone: gone[0]?.documents ?? null,
      left,
      isName: index === alias,
      concrete,
      request: shownRequest(scope, removal),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The alias was not removed.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { alias, index, found } = await removalAt(request, scope);
      const to = screenPath(scope, "aliases");
      if (found === null)
        return redirectWithFlash({ request, to, kind: "bad", text: `${index} has no alias ${alias} any more.` });
      const changed = await change(scope, found.removal);
      return redirectWithFlash({
        request,
        to: found.present !== undefined && index === alias ? screenPath({ level: "cluster" }, "aliases") : to,
        text: `Alias ${alias} removed from ${index}.`,
        changed,
      });
    },
  });
}

export default function RemoveAliasScreen() {
  const { alias, index, at, gate, removal } = useLoaderData<typeof loader>();
  const back = screenPath(at, "aliases");
  if (removal === null) {
    return (
      <>
        <PageHeader title="Remove alias" />
        <EmptyState
          title={alias === "" ? "Choose an alias" : `${index === "" ? "No index" : index} has no alias ${alias}`}
          action={<LinkButton to={back}>Back to the list</LinkButton>}
        />
      </>
    );
  }
  const { gone, left, isName, concrete, request } = removal;
  return (
    <ConfirmPage
      title={`Remove alias ${alias} from ${index}?`}
      consequencesTitle="What readers will see"
      consequences={
        <>
          <p>
            {left.length === 0
              ? `${alias} will point to no index: searches and saves that use it will fail.`
              : `${alias} will still point to ${left.map((one) => one.index).join(", ")}, without ${gone === null ? "the documents" : countOf(gone, "document")} of ${index}.`}
          </p>
          <p className="mt-1">No document is deleted.</p>
          {isName && (
            <p className="mt-1">
              {alias} is the name under which this index is used since it was re-indexed. After that it is listed as{" "}
              {concrete}.
            </p>
          )}
        </>
      }
      intent={INTENT}
      request={request}
      gate={gate}
      submitLabel="Remove alias"
      cancelTo={back}
    />
  );
}

export { FormBoundary as ErrorBoundary };
