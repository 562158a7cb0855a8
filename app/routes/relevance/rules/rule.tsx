import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { GatedLink, Notice, PageHeader } from "~/components/kit";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { RuleForm } from "./_parts/form-screen";
import { answerRule, loadRule } from "./_parts/form.server";
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
  const { id, values, hints, placeOf, used, isDraft, gate } = page;
  const facts = [
    ...(placeOf ? [`Runs as number ${placeOf.place} of ${placeOf.all}`] : []),
    ...(used === null ? [] : [used === 0 ? "not used in the last 30 days" : `used ${countOf(used, "time")} in the last 30 days`]),
  ];
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{values.name || id}</span>}
        description={facts.join(" · ")}
        actions={
          <>
            <GatedLink gate={gate} to={screenPath(at, "rules/new", { query: { from: id } })} label="Clone" />
            <GatedLink gate={gate} to={rulePath(at, id, "delete")} label="Delete…" tone="danger-outline" />
          </>
        }
      />
      {isDraft && <Notice tone="info">These changes are not saved yet.</Notice>}
      {hints.map((hint) => (
        <Notice key={hint} tone="warn">
          {hint}
        </Notice>
      ))}
      {/* Another draft is another form. */}
      <RuleForm key={JSON.stringify([values, page.promoted])} page={page} isNew={false} cancelTo={screenPath(at, "rules")} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
