import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { ChangesTable } from "~/components/relevance/changes-table";
import { LinkButton } from "~/components/ui/button";
import { NotOffered } from "~/components/ui/message/not-offered";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { getDraft, keepDraft } from "~/services/search-relevance/draft/draft-store.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { indexOf } from "./_parts/read-screen.server";
import { loadVersion, requireVersion, wayBackTo } from "./_parts/version.server";

const INTENT = "return-to-version";

export const handle: Handle = {
  screen: "search",
  crumbs: ({ params, at }) => [
    { label: "Versions", to: screenPath(at, "search/versions") },
    { label: `Version ${params["versionNumber"] ?? ""}` },
  ],
};
export const meta: MetaFunction = ({ params }) => [
  { title: `Version ${params["versionNumber"]} · ${params["appName"]}` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadVersion(await requireScope(request, params, { screen: "search" }, context), params);
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: { screen: "search" },
    what: "The draft was not made.",
    run: async ({ scope }) => {
      const index = indexOf(scope);
      const stored = await getRelevance(scope, index);
      if (stored === null) throw new Response("This server has no relevance settings.", { status: 404 });
      const version = requireVersion(scope, params);
      const draft = await wayBackTo(scope, { stored, version });
      const here = screenPath(scope, "search/versions", { rest: [String(version.number)] });
      if (Object.keys(draft.values).length === 0)
        return redirectWithFlash({
          request,
          to: here,
          kind: "bad",
          text: "Nothing to restore: this version is live.",
        });
      const replaced = getDraft(scope, index) !== undefined;
      keepDraft(scope, index, draft);
      const text = `Version ${version.number} is in your draft${replaced ? ", in place of what it held" : ""}. Nothing is published yet.`;
      return redirectWithFlash({ request, to: screenPath(scope, "search/review"), text });
    },
  });
}

export default function VersionScreen() {
  const loaded = useLoaderData<typeof loader>();
  const { form, busy } = useServerForm({ id: "return-to-version", intent: INTENT });
  if (loaded === null) return <NotOffered title="Version" lacks="has no relevance settings" />;
  const { index, number, at, person, note, job, before, live, fromLive, fromBefore, gate } = loaded;
  const level = appLevel(index);
  return (
    <>
      <PageHeader
        title={`Version ${number}`}
        badge={live && <StatusBadge tone="good">Live</StatusBadge>}
        description={
          <>
            {person === "" ? "Found" : "Published"} <Time value={at} /> {person !== "" && `by ${person}`}
            {note !== "" && <Name> · {note}</Name>}
          </>
        }
        actions={
          job === null ? undefined : (
            <LinkButton to={screenPath(level, "jobs", { rest: [job] })}>View re-index</LinkButton>
          )
        }
      />
      <h2 className="mb-2 text-16 font-bold">Compared with live</h2>
      {fromLive.length === 0 ? (
        <p className="mb-5 text-muted">
          {live ? "This version is live." : "No setting, synonym or rule differs from what is live."}
        </p>
      ) : (
        <>
          <ChangesTable caption="Live, and as it was at this version" changes={fromLive} />
          <ServerForm form={form} intent={INTENT} className="mb-6">
            <p className="mb-3 max-w-text text-muted">
              {live && "Settings, synonyms and rules are live as in this version; the index itself is not. "}
              Restoring puts {countOf(fromLive.length, "change")} into your draft, in place of what it holds now.
              Nothing is published before you have reviewed them.
            </p>
            <FormEnd
              label="Restore this version…"
              busy={busy}
              gate={gate}
              cancelTo={screenPath(level, "search/versions")}
              cancelLabel="All versions"
            />
          </ServerForm>
        </>
      )}
      {before !== null && (
        <>
          <h2 className="mb-2 text-16 font-bold">Compared with version {before}</h2>
          {fromBefore.length === 0 ? (
            <p className="text-muted">No setting differs.</p>
          ) : (
            <ChangesTable caption={`Changes since version ${before}`} changes={fromBefore} />
          )}
        </>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
