import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary, FormFailure } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NamedList } from "~/components/ui/named-list";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { keepTicked, loadMaintain, maintainAll } from "./maintain.server";
import { chosenTask, tasks, taskWords, tending } from "./tasks";

function verbOf(data: unknown): string {
  const task =
    typeof data === "object" && data !== null && "task" in data ? tasks.find((one) => one === data.task) : undefined;
  return task === undefined ? "Maintain" : taskWords[task].verb;
}

export const handle: Handle = { screen: "", crumbs: ({ data }) => [{ label: `${verbOf(data)} indices` }] };
export const meta = titled<typeof loader>(({ data }) => `${verbOf(data)} indices`);

export async function loader(args: LoaderFunctionArgs) {
  return loadMaintain(args);
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The indices were not changed.",
    run: async ({ scope, form }) =>
      chosenTask(form.get("intent")) ? keepTicked({ request, scope, form }) : maintainAll({ request, scope, form }),
  });
}

export default function MaintainScreen() {
  const { task, rows, total, documents, word, request, gate, backTo } = useLoaderData<typeof loader>();
  if (task === null && rows[0]) return <Choice name={rows[0].name} />;
  const { verb, explain } = taskWords[task ?? "refresh"];
  if (task === null || total === null || total === 0) {
    return (
      <>
        <PageHeader title={`${verb} indices`} />
        <FormFailure />
        <EmptyState
          title={total === null ? "This selection is no longer kept" : "These indices no longer exist"}
          action={<LinkButton to={backTo}>Back to the list</LinkButton>}
        >
          <p>Select the indices again.</p>
        </EmptyState>
      </>
    );
  }
  const what = total === 1 ? `${verb} ${rows[0]?.name}` : `${verb} ${countOf(total, "index", "indices")}`;
  const items = rows.map(({ name, documents: count }) => ({
    key: name,
    to: screenPath(appLevel(name)),
    name,
    note: count === null ? null : countOf(count, "document"),
  }));
  return (
    <ConfirmPage
      title={`${what}?`}
      description={explain}
      consequencesTitle={task === "delete" ? `What will be deleted: ${countOf(documents, "document")}` : "Indices"}
      consequences={<NamedList total={total} items={items} />}
      intent={task}
      tone={task === "delete" || task === "close" ? "danger" : "primary"}
      request={request ?? undefined}
      gate={gate}
      submitLabel={what}
      cancelTo={backTo}
      nameToType={word === undefined ? undefined : { name: word, label: `Type ${word} to confirm` }}
    />
  );
}

/** What can be done with one index, each on its own page. */
function Choice({ name }: { name: string }) {
  const [at, one] = [appLevel(name), { refresh: "Refresh", merge: "Force merge", clear: "Clear cache" }];
  return (
    <>
      <PageHeader title={`Maintain ${name}`} />
      <div className="grid max-w-form gap-4">
        {tending.map((task) => (
          <Card key={task} title={one[task]}>
            <p className="mb-2 mt-1 text-13 text-muted">{taskWords[task].explain}</p>
            <LinkButton to={screenPath(at, "maintain", { query: { do: task } })}>{one[task]}…</LinkButton>
          </Card>
        ))}
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
