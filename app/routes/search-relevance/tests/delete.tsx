import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Name } from "~/components/ui/name";
import { answerForm, failed } from "~/server/form-action.server";
import { appLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { requireIndex } from "~/services/indices/get.server";
import { toChangeTests } from "~/services/search-relevance/relevance-tests/changes.server";
import { sentenceOf } from "~/services/search-relevance/relevance-tests/report";
import { redirectWithFlash } from "~/sessions.server";
import { openTests, requireTest } from "./_parts/form/form.server";
import { DELETE } from "./_parts/intents";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.one("Delete");
export const meta = relevanceTests.meta("Delete");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  const { id, label, version, expectations, names } = requireTest(scope, index, relevanceTests.idIn(request));
  return {
    index,
    id,
    label,
    version,
    expected: expectations.map((one) => sentenceOf(one, names)),
    gate: scope.may("relevance:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const what = "The relevance test was not deleted.";
  return answerForm(args, {
    right: relevanceTests,
    what,
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const id = relevanceTests.idIn(request);
      const before = requireTest(scope, index, id);
      const version = Number(form.get("version") ?? 0);
      try {
        const changed = await change(
          scope,
          toChangeTests(scope, { index, verb: "delete", remove: [{ id, version }], label: before.label, before }),
        );
        return redirectWithFlash({
          request,
          to: relevanceTests.path(appLevel(index)),
          text: `Relevance test ${before.label} deleted.`,
          changed,
        });
      } catch (error) {
        return failed(error, submission, {
          intent: DELETE,
          what,
          words: { 409: `${before.person} changed it in the meantime. Reload the page to see it.` },
        });
      }
    },
  });
}

export default function DeleteRelevanceTestScreen() {
  const { index, id, label, version, expected, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<Name>Delete {label}?</Name>}
      description="For 30 days it can be restored from Changes."
      consequences={
        <ul className="mt-1 list-disc pl-5">
          {expected.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
      intent={DELETE}
      gate={gate}
      submitLabel="Delete relevance test"
      cancelTo={relevanceTests.path(appLevel(index), { id })}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };
