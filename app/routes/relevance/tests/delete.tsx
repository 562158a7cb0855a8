import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import "~/components/kit";
import { answerForm, failed } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { requireIndex } from "~/services/indices/get.server";
import { toChangeTests } from "~/services/relevance-tests/changes.server";
import { sentenceOf } from "~/services/relevance-tests/report";
import { redirectWithFlash } from "~/sessions.server";
import { openTests, requireTest } from "./_parts/form.server";
import { testIdOf } from "./_parts/paths";
import { appLevel, DELETE, testCrumbs, testPath, testsPath, testsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "relevance-tests", crumbs: testCrumbs("Delete") };
export const meta: MetaFunction = ({ params }) => [{ title: testsTitle(params, "Delete") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  const { id, label, version, expectations, names } = requireTest(scope, index, testIdOf(new URL(request.url).pathname));
  return { index, id, label, version, expected: expectations.map((one) => sentenceOf(one, names)), gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const what = "The relevance test was not deleted.";
  return answerForm(args, {
    right: permissionsOf("relevance-tests"),
    what,
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const id = testIdOf(new URL(request.url).pathname);
      const before = requireTest(scope, index, id);
      const version = Number(form.get("version") ?? 0);
      try {
        const changed = await change(scope, toChangeTests(scope, { index, verb: "delete", remove: [{ id, version }], label: before.label, before }));
        return redirectWithFlash({ request, to: testsPath(appLevel(index)), text: `Relevance test ${before.label} deleted.`, changed });
      } catch (error) {
        return failed(error, submission, { intent: DELETE, what, words: { 409: `${before.person} changed it in the meantime. Reload the page to see it.` } });
      }
    },
  });
}

export default function DeleteRelevanceTestScreen() {
  const { index, id, label, version, expected, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Delete {label}?</span>}
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
      cancelTo={testPath(appLevel(index), id)}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };
