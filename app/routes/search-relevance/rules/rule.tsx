import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { useReader } from "~/components/ui/reader";
import { CodeBlock } from "~/components/ui/request/code-block";
import { formatDateTime, formatRelative } from "~/lib/values/dates";
import { countOf } from "~/lib/values/numbers";
import { titled } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { failureLog, failureText, type RuleFailures } from "~/services/search-relevance/rules/failures";
import { requireScope } from "~/session/scope.server";
import { answerRule } from "./_parts/editor/form.server";
import { loadRule } from "./_parts/editor/load.server";
import { RuleForm } from "./_parts/editor/rule-form";
import { ruleRef } from "./_parts/rule.server";
import { rulePath, rules } from "./_parts/thing";

export const handle = rules.one(undefined, { takes: "texts" });
export const meta = titled<typeof loader>(({ data }) => data?.page.values.name || "Rule", rules.title);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, rules, context);
  return { page: await loadRule({ request, scope, ref: ruleRef(request) }), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerRule(args, ruleRef);
}

export default function RuleScreen() {
  const { page, at } = useLoaderData<typeof loader>();
  const { zone, now } = useReader();
  const { id, values, placeOf, used, updated, author, stopped, failures, isDraft, gate } = page;
  const changed = updated?.at ? ` ${formatRelative({ instant: updated.at, zone, now })}` : "";
  const facts = [
    ...(placeOf ? [`Rule ${placeOf.place} of ${placeOf.all}`] : []),
    ...(used === null
      ? []
      : [used === 0 ? "not used in the last 30 days" : `used ${countOf(used, "time")} in the last 30 days`]),
    ...(author === null ? [] : [`runs as ${author}`]),
    ...(changed === "" ? [] : [`changed${changed}${updated?.by ? ` by ${updated.by}` : ""}`]),
  ];
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <Name>{values.name || id}</Name>
            <StatusBadge tone={values.enabled === "on" ? "good" : "neutral"}>
              {values.enabled === "on" ? "active" : "off"}
            </StatusBadge>
          </span>
        }
        description={<Name>{facts.join(" · ")}</Name>}
        actions={
          <MoreMenu
            entries={[
              { gate, to: rules.path(at, { page: "new", query: { from: id } }), label: "Clone" },
              { gate, to: rulePath(at, id, "delete"), label: "Delete…", danger: true },
            ]}
          />
        }
      />
      {stopped !== null && <Notice tone="warn">{stopped}</Notice>}
      {failures !== null && <Failures failures={failures} isCron={values.trigger === "cron"} />}
      {isDraft && <Notice tone="info">These changes are not saved yet.</Notice>}
      {/* Another draft is another form. */}
      <RuleForm
        key={JSON.stringify(values)}
        page={page}
        isNew={false}
        cancelTo={rules.path(at)}
        orderTo={rules.path(at)}
      />
    </>
  );
}

/** How the script of a rule failed, and the log of the last times. */
function Failures({ failures, isCron }: { failures: RuleFailures; isCron: boolean }) {
  const { zone, now } = useReader();
  const timeOf = (instant: number) => formatDateTime({ instant, zone });
  return (
    <Notice tone="warn">
      <p>{failureText(failures, { when: formatRelative({ instant: failures.lastAt, zone, now }), isCron })}</p>
      {failures.recent.length > 0 && (
        <details>
          <summary className="link w-fit text-13">Recent failures</summary>
          <CodeBlock label="Recent failures" text={failureLog(failures, timeOf)} />
        </details>
      )}
    </Notice>
  );
}

export { FormBoundary as ErrorBoundary };
