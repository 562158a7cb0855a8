import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { Steps } from "../steps";
import { DraftTable, RecentImports } from "./import-tables";
import { loadSource } from "./load-source.server";
import { receiveSource } from "./receive.server";
import { PasteForm, SampleForm, UploadForm } from "./source-forms";

export const handle: Handle = { takes: "files", screen: "import" };
export const meta = titled("Import");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadSource(await requireScope(request, params, "develop", context));
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "Nothing was imported.",
    upload: true,
    run: ({ scope }) => receiveSource({ request, scope }),
  });
}

/** The first step: a file, pasted data or the sample, for one index or for one that is chosen afterwards. */
export default function ImportScreen() {
  const { app, isNew, isClosed, jobs, drafts, constraint, gate } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={app === null ? "Import" : `Import into ${app}`} />
      <Steps at="File" given={app !== null} />
      {app !== null && isNew && (
        <Notice tone="info">
          There is no index <strong>{app}</strong> yet. The import creates it.
        </Notice>
      )}
      {app !== null && isClosed && (
        <Notice tone="warn">
          This index is closed and takes no rows.{" "}
          <Link to={screenPath(appLevel(app), "open")} className="font-semibold text-current underline">
            Open it first
          </Link>
          .
        </Notice>
      )}
      <div className="grid gap-4 large:grid-cols-3">
        <UploadForm gate={gate} />
        <PasteForm constraint={constraint} gate={gate} />
        <SampleForm gate={gate} />
      </div>
      {drafts.length > 0 && <DraftTable drafts={drafts} app={app} />}
      {app !== null && <RecentImports jobs={jobs} app={app} />}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
