import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { GatedLink, PageHeader, Time } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { answerTest, loadTest, openTests } from "./_parts/form.server";
import { TestForm } from "./_parts/form-screen";
import { appLevel, testCrumbs, testPath, testsPath, testsTitle } from "./_parts/screen";
import { testIdOf } from "./_parts/paths";

export const handle: Handle = { takes: "texts", screen: "relevance-tests", crumbs: testCrumbs() };
export const meta: MetaFunction<typeof loader> = ({ params, data }) => [{ title: testsTitle(params, data?.label ?? "Test") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const opened = await openTests(request, params, context);
  return loadTest({ request, ...opened, id: testIdOf(new URL(request.url).pathname) });
}

export async function action(args: ActionFunctionArgs) {
  return answerTest(args, false);
}

export default function RelevanceTestScreen() {
  const page = useLoaderData<typeof loader>();
  const { id, index, label, saved, gate, values } = page;
  const at = appLevel(index);
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{label}</span>}
        actions={
          <>
            <GatedLink gate={gate} to={testsPath(at, "new", { from: id })} label="Clone" />
            <GatedLink gate={gate} to={testPath(at, id ?? "", "delete")} label="Delete…" tone="danger-outline" />
          </>
        }
      />
      {saved && (
        <p className="mb-3 text-13 text-muted">
          Changed <Time value={saved.changed} /> by {saved.person}
        </p>
      )}
      <TestForm key={JSON.stringify(values)} page={page} cancelTo={testsPath(at)} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
