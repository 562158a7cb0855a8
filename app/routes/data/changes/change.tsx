import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangesTable } from "~/components/relevance/changes-table";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { CopyButton } from "~/components/ui/request/copy-button";
import { OldAndNew } from "~/components/ui/request/diff-view";
import { RequestLine, ViewRequest } from "~/components/ui/request/view-request";
import { Time } from "~/components/ui/time";
import { formatDuration } from "~/lib/values/dates";
import { diffLines } from "~/lib/json/diff.server";
import { type Handle, titled } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { partsOf } from "~/services/platform/changes/parts.server";
import { isUndoable } from "~/services/platform/changes/read.server";
import { curlOf } from "~/services/platform/changes/shown.server";
import { isDone } from "~/services/platform/changes/words";
import { requireScope } from "~/session/scope.server";
import { changedValues } from "./_parts/changed-values.server";
import { changeLabel } from "./_parts/change-label";
import { type EntryView, entryView, screenName } from "./_parts/entry-view.server";
import { OutcomeBadge } from "./_parts/outcome-badge";

const LABELS = ["Before", "After"] as const;

export const handle: Handle = {
  screen: "changes",
  crumbs: ({ data, params }) => [{ label: changeLabel(data, params) }],
};
export const meta = titled(({ data, params }) => changeLabel(data, params), "Changes");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "changes" }, context);
  const { entry, others } = await partsOf(scope, params["changeId"] ?? "");
  const { before, after, method, path, status, took, address, job, message, remark } = entry;
  const shown = { method, path, body: entry.body ?? after };
  return {
    at: levelRef(params["appName"]),
    row: entryView(entry),
    from: screenName(entry.screen),
    answer: took === null ? null : status === null ? formatDuration(took) : `${status} in ${formatDuration(took)}`,
    address,
    ...{ job, message, remark, before, after },
    undoes: entry.undoes,
    undoneBy: entry.undone_by,
    rows: before === null || after === null ? null : diffLines(`${before}\n`, `${after}\n`),
    values: changedValues(entry.kind, { before, after }),
    together: others.map(entryView),
    request:
      method === ""
        ? null
        : { ...shown, remark: null, curl: curlOf({ session: scope.session, shown, type: entry.content_type }) },
    undoable: isUndoable(scope, entry),
  };
}

export default function ChangeScreen() {
  const {
    at,
    row,
    from,
    answer,
    address,
    undoes,
    undoneBy,
    job,
    message,
    remark,
    before,
    after,
    rows,
    values,
    together,
    request,
    undoable,
  } = useLoaderData<typeof loader>();
  const link = (id: string) => (
    <PlainLink to={screenPath(at, "changes", { rest: [id] })} className="link font-mono text-12">
      {id}
    </PlainLink>
  );
  const facts = [
    { label: "Outcome", value: <OutcomeBadge outcome={row.outcome} /> },
    { label: "Time", value: <Time value={row.at} exact /> },
    { label: "Person", value: row.person },
    { label: "From", value: from },
    { label: "Resource", value: <Name>{row.resource}</Name> },
    { label: "Resource ID", value: row.resourceId && <Name as="code">{row.resourceId}</Name> },
    { label: "Request", value: row.method === "" ? null : <RequestLine method={row.method} path={row.path} /> },
    { label: "Answer", value: answer ?? (row.outcome === "running" ? "None yet" : "Not sent") },
    { label: "Address", value: address === "" ? "–" : address },
    {
      label: "Change ID",
      value: (
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="font-mono text-12">{row.id}</span> <CopyButton text={row.id} label="Copy change ID" />
        </span>
      ),
    },
    { label: "Together with", value: together.length > 0 && <Together at={at} rows={together} /> },
    { label: "Undoes", value: undoes && link(undoes) },
    { label: "Undone by", value: undoneBy && link(undoneBy) },
    {
      label: "Job",
      value: job && (
        <PlainLink to={screenPath(at, "jobs", { rest: [job] })} className="link">
          View job
        </PlainLink>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={row.title}
        description={row.note === message ? undefined : (row.note ?? undefined)}
        actions={
          undoable && (
            <LinkButton tone="primary" to={screenPath(at, "changes", { rest: [row.id, "undo"] })}>
              Undo…
            </LinkButton>
          )
        }
      />
      {message !== null && (
        <Notice tone={row.outcome === "not sent" || isDone(row.outcome) ? "warn" : "bad"}>{message}</Notice>
      )}
      <div className="mb-4">
        <DefinitionList items={facts} />
      </div>
      {remark !== null && <p className="mb-2 text-13 text-muted">{remark}</p>}
      {(before !== null || after !== null) && (
        <div className="mb-4 max-w-[1200px]">
          {values === null ? (
            <OldAndNew before={before} after={after} rows={rows} />
          ) : (
            <ChangesTable caption={`${row.title}: before and after`} changes={values} labels={LABELS} effects={false} />
          )}
        </div>
      )}
      {request && <ViewRequest request={request} />}
    </>
  );
}

/** The other changes of the same step. */
function Together({ at, rows }: { at: LevelRef; rows: readonly EntryView[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {rows.map(({ id, title, resource }) => (
        <PlainLink key={id} to={screenPath(at, "changes", { rest: [id] })} className="link">
          {`${title}: ${resource}`}
        </PlainLink>
      ))}
    </span>
  );
}
