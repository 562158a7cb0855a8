import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, FormBoundary } from "~/components/detail-kit";
import { GatedLink, Notice, PageHeader, StatusBadge, useReader } from "~/components/kit";
import { formatDateTime, formatRelative } from "~/lib/dates";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { failureLog, failureText, type RuleFailures } from "~/services/rules/failures";
import { requireScope } from "~/session/scope.server";
import { RuleForm } from "./_parts/editor/form-screen";
import { answerRule } from "./_parts/editor/form.server";
import { loadRule } from "./_parts/editor/load.server";
import { ruleRef } from "./_parts/rule.server";
import { ruleCrumbs, rulePath, ruleTitle } from "./_parts/screen";

export const handle: Handle = { takes: "texts", screen: "rules", crumbs: ruleCrumbs() };
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: ruleTitle(data?.page.values.name || "Rule") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("rules"), context);
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
    ...(used === null ? [] : [used === 0 ? "not used in the last 30 days" : `used ${countOf(used, "time")} in the last 30 days`]),
    ...(author === null ? [] : [`runs as ${author}`]),
    ...(changed === "" ? [] : [`changed${changed}${updated?.by ? ` by ${updated.by}` : ""}`]),
  ];
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="[overflow-wrap:anywhere]">{values.name || id}</span>
            <StatusBadge tone={values.enabled === "on" ? "good" : "neutral"}>{values.enabled === "on" ? "active" : "off"}</StatusBadge>
          </span>
        }
        description={<span className="[overflow-wrap:anywhere]">{facts.join(" · ")}</span>}
        actions={
          <>
            <GatedLink gate={gate} to={screenPath(at, "rules/new", { query: { from: id } })} label="Clone" />
            <GatedLink gate={gate} to={rulePath(at, id, "delete")} label="Delete…" tone="danger-outline" />
          </>
        }
      />
      {stopped !== null && <Notice tone="warn">{stopped}</Notice>}
      {failures !== null && <Failures failures={failures} isCron={values.trigger === "cron"} />}
      {isDraft && <Notice tone="info">These changes are not saved yet.</Notice>}
      {/* Another draft is another form. */}
      <RuleForm key={JSON.stringify(values)} page={page} isNew={false} cancelTo={screenPath(at, "rules")} orderTo={screenPath(at, "rules")} />
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
