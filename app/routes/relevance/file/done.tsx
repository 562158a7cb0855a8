import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, EmptyState, LinkButton, Notice, PageHeader, PlainLink, StatusBadge } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { keptResult } from "./_parts/kept.server";

export const handle: Handle = { screen: "search", crumbs: ({ at }) => [{ label: "Settings file", to: screenPath(at, "search/file") }, { label: "Result" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Settings file applied · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("search"), context);
  const { name: index } = await requireIndex(scope);
  const changes = permissionsOf("changes")?.some((action) => scope.can(action)) ?? true;
  return { index, changes, result: keptResult(scope, { index, request }) ?? null };
}

export default function SettingsFileDoneScreen() {
  const { index, changes, result } = useLoaderData<typeof loader>();
  const at = appLevel(index);
  const back = screenPath(at, "search/file");
  if (result === null) {
    return (
      <>
        <PageHeader title="Settings file" />
        <EmptyState title="The result is no longer kept" action={<LinkButton to={back}>Settings file</LinkButton>} />
      </>
    );
  }
  const { done, refused, left, deploy, file } = result;
  return (
    <div className="max-w-form">
      <PageHeader title={refused === null ? "Settings file applied" : "Settings file applied in part"} />
      <Card title={index} tone={refused === null ? "good" : "bad"} className="mb-4">
        <ul className="mt-1 grid gap-2 [overflow-wrap:anywhere]">
          {done.map((says, line) => (
            <li key={line}>
              <StatusBadge tone="good">Done</StatusBadge> {says}
            </li>
          ))}
          {refused && (
            <li>
              <StatusBadge tone="bad">Refused</StatusBadge> {refused.says}: {refused.reason}
            </li>
          )}
          {left.map((says, line) => (
            <li key={line}>
              <StatusBadge tone="neutral">Not done</StatusBadge> {says}
            </li>
          ))}
        </ul>
      </Card>
      {deploy && (
        <Notice tone="info">
          Language and index settings act on searches once the index is deployed with them, and synonyms once they are applied.{" "}
          <PlainLink to={screenPath(at, "synonyms/apply")} className="font-semibold text-current underline">
            Apply the synonyms
          </PlainLink>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {refused && (
          <LinkButton to={screenPath(at, "search/file", { rest: ["review"], query: { draft: file } })} tone="primary">
            Review what is left
          </LinkButton>
        )}
        {changes && <LinkButton to={screenPath(at, "changes")}>Changes</LinkButton>}
        <LinkButton to={back}>Settings file</LinkButton>
      </div>
    </div>
  );
}
