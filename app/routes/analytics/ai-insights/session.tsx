import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { Time } from "~/components/ui/time";
import { shownId } from "~/lib/address/ids";
import { formatNumber } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, restOf, screenPath } from "~/navigation/paths";
import { getAiSession } from "~/services/analytics/ai/sessions.server";
import { requireAnalytics } from "../_parts/query.server";

export const handle: Handle = { screen: "ai-insights", crumbs: () => [{ label: "Session" }] };
export const meta = titled("Session", "AI insights");

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const id = restOf(new URL(args.request.url).pathname.replace(/\.data$/, ""));
  return { id: shownId(id), session: await getAiSession(scope, id) };
}

const speakers: Record<string, string> = { user: "Visitor", assistant: "AI" };

export default function AiSessionScreen() {
  const { id, session } = useLoaderData<typeof loader>();
  const back = `${screenPath(clusterLevel, "ai-insights")}${useLocation().search}`;
  if (session === null) {
    return (
      <>
        <PageHeader title="AI session" />
        <EmptyState
          title={`There is no AI session ${id}`}
          action={<LinkButton to={back}>Back to the AI insights</LinkButton>}
        />
      </>
    );
  }
  const { input_tokens: input, output_tokens: output, messages } = session;
  const number = (value: number | null) => (value === null ? null : formatNumber(value));
  return (
    <>
      <PlaceNav backTo={back} backLabel="AI insights" place={null} />
      <PageHeader title={<Name>{session.question === "" ? "AI session" : session.question}</Name>} />
      <div className="mb-6">
        <DefinitionList
          items={[
            { label: "Feedback", value: session.useful === null ? "None" : session.useful ? "Useful" : "Not useful" },
            { label: "Reason", value: session.reason === "" ? null : session.reason },
            { label: "Time", value: session.at === null ? null : <Time value={session.at} exact /> },
            { label: "User", value: session.user_id === "" ? null : session.user_id },
            { label: "Model", value: session.model === "" ? null : session.model },
            { label: "Invocations", value: number(session.invocation_count) },
            { label: "Input tokens", value: number(input) },
            { label: "Output tokens", value: number(output) },
            { label: "Total tokens", value: input === null || output === null ? null : number(input + output) },
            { label: "Indices", value: session.index.length === 0 ? null : session.index.join(", ") },
            { label: "Documents", value: session.document_ids.length === 0 ? null : session.document_ids.join(", ") },
          ]}
        />
      </div>
      <h2 className="mb-2 text-16 font-bold">Chat</h2>
      {messages.length === 0 ? (
        <EmptyState title="No messages" />
      ) : (
        <ol className="grid max-w-[60rem] gap-3">
          {messages.map(({ role, content }, n) => (
            <li key={n} className={`rounded border border-line p-3.5 ${role === "user" ? "" : "bg-raised"}`}>
              <p className="text-12 font-bold text-muted">{speakers[role] ?? role}</p>
              <Name as="p" className="whitespace-pre-wrap">
                {content}
              </Name>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
