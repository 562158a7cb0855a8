import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { GatedLink, Notice, PageHeader, StatusBadge, useReader } from "~/components/kit";
import { formatRelative } from "~/lib/dates";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { RuleForm } from "./_parts/editor/form-screen";
import { answerRule } from "./_parts/editor/form.server";
import { loadRule } from "./_parts/editor/load.server";
import { ruleRef } from "./_parts/rule.server";
import { ruleCrumbs, rulePath, ruleTitle } from "./_parts/screen";

export const handle: Handle = { screen: "rules", crumbs: ruleCrumbs() };
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
  const { id, values, placeOf, used, updated, isDraft, gate } = page;
  const changed = updated?.at ? ` ${formatRelative({ instant: updated.at, zone, now })}` : "";
  const facts = [
    ...(placeOf ? [`Rule ${placeOf.place} of ${placeOf.all}`] : []),
    ...(used === null ? [] : [used === 0 ? "not used in the last 30 days" : `used ${countOf(used, "time")} in the last 30 days`]),
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
      {isDraft && <Notice tone="info">These changes are not saved yet.</Notice>}
      {/* Another draft is another form. */}
      <RuleForm key={JSON.stringify(values)} page={page} isNew={false} cancelTo={screenPath(at, "rules")} orderTo={screenPath(at, "rules")} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
