import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { Answers } from "./_parts/answers";
import { ConsoleForm } from "./_parts/console-form";
import { loadConsole } from "./_parts/load.server";
import { SavedTable } from "./_parts/saved-table";
import { SentTable } from "./_parts/sent-table";
import { takeText } from "./_parts/take.server";

export const handle: Handle = { holds: "calls", screen: "console" };
export const meta = titled("Console");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "console" }, context);
  return { ...(await loadConsole(scope, request)), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "console" },
    mostBytes: 8 * 1024 ** 2,
    what: "Nothing was sent.",
    run: ({ scope, form }) => takeText({ request, scope, form }),
  });
}

const linesOf = (text: string) => text.replaceAll("\r\n", "\n");

/**
 * Another form where the text is another one than the one that is typed: an import, a saved request. Running leaves
 * editor, cursor and what is typed meanwhile as they are.
 */
function useFormKey(text: string): number {
  const [key, setKey] = useState(0);
  const reply = useActionData<typeof action>();
  const sending = useNavigation().formData?.get("text");
  const sent = useRef<string>();
  if (typeof sending === "string") sent.current = linesOf(sending);
  useEffect(() => {
    const area = document.getElementById("console-text");
    const isOwn = sent.current === text;
    sent.current = undefined;
    if (reply === undefined && !isOwn && area instanceof HTMLTextAreaElement && linesOf(area.value) !== text)
      setKey((last) => last + 1);
  }, [text, reply]);
  return key;
}

export default function ConsoleScreen() {
  const { text, chosen, answers, name, notice, history, saved, blocks, blocked, username, none, at } =
    useLoaderData<typeof loader>();
  const key = useFormKey(text);
  return (
    <>
      <PageHeader title="Console" description="Requests to the search server, sent as you." />
      {notice !== null && <Notice tone="info">{notice}</Notice>}
      <div className="mb-8 grid grid-cols-[minmax(0,1fr)] items-start gap-6 large:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <ConsoleForm key={key} {...{ text, chosen, name, blocks, blocked, username }} app={at.app} />
        <Answers answers={answers} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 large:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-labelledby="history-title" className="min-w-0">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="history-title" className="text-14 font-bold">
              History
            </h2>
            {history.total > 0 && (
              <PlainLink to={screenPath(at, "console/history")} className="link text-13">
                {history.total === 1 ? "1 request" : `All ${history.total} requests`}
              </PlainLink>
            )}
          </div>
          <SentTable at={at} rows={history.rows} none={none.sent} />
        </section>
        <section aria-labelledby="saved-title" className="min-w-0">
          <h2 id="saved-title" className="mb-2 text-14 font-bold">
            Saved requests
          </h2>
          <SavedTable at={at} rows={saved} none={none.saved} />
        </section>
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
