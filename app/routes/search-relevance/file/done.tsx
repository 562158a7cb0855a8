import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { type Handle, titled } from "~/navigation/handle";
import { holds } from "~/lib/access-control/product";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { mayOpen, requireScope } from "~/session/scope.server";
import { keptResult } from "./_parts/kept.server";

export const handle: Handle = {
  screen: "search",
  crumbs: ({ at }) => [{ label: "Settings file", to: screenPath(at, "search/file") }, { label: "Result" }],
};
export const meta = titled("Settings file applied");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const { name: index } = await requireIndex(scope);
  const changes = mayOpen(scope, "changes");
  const actsAtOnce = holds(scope.identity.product, "kept-synonyms");
  return { index, changes, actsAtOnce, result: keptResult(scope, { index, request }) ?? null };
}

export default function SettingsFileDoneScreen() {
  const { index, changes, actsAtOnce, result } = useLoaderData<typeof loader>();
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
        <Name as="ul" className="mt-1 grid gap-2">
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
        </Name>
      </Card>
      {deploy && (
        <Notice tone="info">
          Language and index settings act on searches once they are published
          {actsAtOnce ? "." : ", and synonyms once they are applied. "}
          {!actsAtOnce && (
            <PlainLink to={screenPath(at, "synonyms/apply")} className="font-semibold text-current underline">
              Publish the synonyms
            </PlainLink>
          )}
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
