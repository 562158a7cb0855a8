import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { PageHeader } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { answerTest, loadTest, openTests } from "./_parts/form.server";
import { TestForm } from "./_parts/form-screen";
import { appLevel, crumb, testsPath, testsTitle } from "./_parts/screen";

export const handle: Handle = { takes: "texts", screen: "relevance-tests", crumbs: crumb("New") };
export const meta: MetaFunction = ({ params }) => [{ title: testsTitle(params, "New") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadTest({ request, ...(await openTests(request, params, context)), id: null });
}

export async function action(args: ActionFunctionArgs) {
  return answerTest(args, true);
}

export default function NewRelevanceTestScreen() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Create relevance test" />
      <TestForm key={JSON.stringify(page.values)} page={page} cancelTo={testsPath(appLevel(page.index))} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
