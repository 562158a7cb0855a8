import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { PageHeader } from "~/components/ui/page/page-header";
import { appLevel } from "~/navigation/paths";
import { TestForm } from "./_parts/form/form";
import { answerTest, loadTest, openTests } from "./_parts/form/form.server";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.beside("New", { takes: "texts" });
export const meta = relevanceTests.meta("New");

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
      <TestForm key={JSON.stringify(page.values)} page={page} cancelTo={relevanceTests.path(appLevel(page.index))} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
