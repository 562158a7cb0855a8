import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { Time } from "~/components/ui/time";
import { titled } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { TestForm } from "./_parts/form/form";
import { answerTest, loadTest, openTests } from "./_parts/form/form.server";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.one(undefined, { takes: "texts" });
export const meta = titled<typeof loader>(({ data }) => data?.label ?? "Test", relevanceTests.title);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const opened = await openTests(request, params, context);
  return loadTest({ request, ...opened, id: relevanceTests.idIn(request) });
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
        title={<Name>{label}</Name>}
        actions={
          <MoreMenu
            entries={[
              { gate, to: relevanceTests.path(at, { page: "new", query: { from: id } }), label: "Clone" },
              { gate, to: relevanceTests.path(at, { id: id ?? "", page: "delete" }), label: "Delete…", danger: true },
            ]}
          />
        }
      />
      {saved && (
        <p className="mb-3 text-13 text-muted">
          Changed <Time value={saved.changed} /> by {saved.person}
        </p>
      )}
      <TestForm key={JSON.stringify(values)} page={page} cancelTo={relevanceTests.path(at)} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
