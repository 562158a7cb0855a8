import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { PlainLink } from "~/components/ui/plain-link";
import { ListPage } from "~/components/ui/table/list-page";
import { appLevel } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { testList } from "./_parts/addresses";
import { testColumns } from "./_parts/list-columns";
import { openTests } from "./_parts/form/form.server";
import { FirstTests } from "./_parts/first-tests";
import { loadTests } from "./_parts/list.server";
import { relevanceTests, testsFile } from "./_parts/thing";

export const handle = relevanceTests.list();
export const meta = relevanceTests.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const here = testList.at(request);
  const { scope, index } = await openTests(request, params, context);
  leaveLongAddress(request, here);
  return { index, list: loadTests(scope, { index, state: here.state }), gate: scope.may("relevance:write") };
}

export default function RelevanceTestsScreen() {
  const { index, list, gate } = useLoaderData<typeof loader>();
  const here = useAddress(testList);
  const at = appLevel(index);
  return (
    <ListPage
      thing={relevanceTests}
      here={here}
      list={list}
      columns={testColumns(at, gate)}
      rowKey={({ id }) => id}
      description="Searches and what they are expected to find, checked against live settings and drafts."
      actions={
        <>
          <GatedLink gate={gate} to={relevanceTests.path(at, { page: "import" })} label="Import…" />
          <GatedLink gate={gate} to={relevanceTests.path(at, { page: "searches" })} label="From searches…" />
          {list.all > 0 && (
            <>
              <LinkButton to={relevanceTests.path(at, { page: "history" })}>History</LinkButton>
              <LinkButton to={relevanceTests.path(at, { page: "run" })}>Run tests</LinkButton>
            </>
          )}
          <GatedLink gate={gate} to={relevanceTests.path(at, { page: "new" })} label="Create test" tone="primary" />
        </>
      }
      search="Search label, search and expectations"
      aside={
        <span className="flex flex-wrap gap-x-4">
          <PlainLink to={testsFile(index, "file")} reload className="link">
            Export JSON
          </PlainLink>
          <PlainLink to={testsFile(index, "file", { as: "csv" })} reload className="link">
            Grades as CSV
          </PlainLink>
          <PlainLink to={testsFile(index, "file", { as: "workbench" })} reload className="link">
            Grades for the workbench
          </PlainLink>
        </span>
      }
      empty={{
        title: "No relevance tests yet",
        text: "Save a search with the documents that it must find, and see before publishing what gets worse.",
        action: <FirstTests at={at} gate={gate} />,
      }}
    />
  );
}
