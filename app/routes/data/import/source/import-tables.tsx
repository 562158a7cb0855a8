import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { formatBytes, formatNumber } from "~/lib/values/numbers";
import { appLevel, levelRef, screenPath } from "~/navigation/paths";
import { type JobState, stateText, stateTone } from "~/services/platform/jobs/states";
import { draftPath } from "../draft-path";

type Sent = { id: string; name: string; created: number; username: string };
type FileTableProps<Row> = {
  id: string;
  title: string;
  caption: string;
  rows: Row[];
  linkTo: (row: Row) => string;
  /** What is told of a file between its name and who sent it when. */
  columns: Column<Row>[];
  /** What its time is that of: "Uploaded". */
  time: string;
  actions?: Column<Row>[];
  footer?: ReactNode;
  empty?: ReactNode;
};

/** Files that were sent, under a heading of their own. */
function FileTable<Row extends Sent>({
  id,
  title,
  rows,
  linkTo,
  columns,
  time,
  actions = [],
  ...rest
}: FileTableProps<Row>) {
  const all: Column<Row>[] = [
    {
      key: "name",
      label: "File",
      render: (row) => (
        <Link to={linkTo(row)} className="link" title={row.name}>
          {row.name}
        </Link>
      ),
    },
    ...columns,
    { key: "by", label: "By", narrow: "fact", roomy: true, render: (row) => row.username },
    { key: "created", label: time, narrow: "fact", room: 6, render: (row) => <Time value={row.created} /> },
    ...actions,
  ];
  return (
    <>
      <h2 id={id} className="mb-2 text-16 font-semibold">
        {title}
      </h2>
      <DataTable rows={rows} rowKey={(row) => row.id} columns={all} {...rest} />
    </>
  );
}

type Draft = Sent & { app: string; size: number };

/** Uploads whose import was not started, each to be continued or deleted. */
export function DraftTable({ drafts, app }: { drafts: Draft[]; app: string | null }) {
  return (
    <section aria-labelledby="not-started" className="mt-4">
      <FileTable
        id="not-started"
        title="Not started"
        caption="Uploads whose import was not started"
        rows={drafts}
        linkTo={draftPath}
        columns={[
          {
            key: "app",
            label: "Index",
            narrow: "fact",
            render: (draft) => (draft.app === "" ? <span className="text-muted">not chosen</span> : draft.app),
          },
          {
            key: "size",
            label: "Size",
            align: "right",
            narrow: "fact",
            roomy: true,
            render: (draft) => formatBytes(draft.size),
          },
        ]}
        time="Uploaded"
        actions={[
          {
            key: "actions",
            label: "Actions",
            hideLabel: true,
            room: 9.7,
            render: (draft) => <DraftActions draft={draft} app={app} />,
          },
        ]}
        footer={
          <p className="border-t border-line px-3 py-2 text-13 text-muted">
            Uploads that are not started are deleted after a day.
          </p>
        }
      />
    </section>
  );
}

function DraftActions({ draft, app }: { draft: Draft; app: string | null }) {
  return (
    <span className="flex gap-4">
      <Link to={draftPath(draft)} className="link" aria-label={`Continue with ${draft.name}`}>
        Continue
      </Link>
      <Link
        to={screenPath(levelRef(app ?? undefined), "import", { rest: [draft.id, "discard"] })}
        className="link text-bad"
        aria-label={`Delete the upload ${draft.name}`}
      >
        Delete…
      </Link>
    </span>
  );
}

type Job = Sent & { state: JobState; indexed: number; failed: number };

/** What was imported into an index lately. */
export function RecentImports({ jobs, app }: { jobs: Job[]; app: string }) {
  return (
    <section aria-labelledby="recent-imports" className="mt-7">
      <FileTable
        id="recent-imports"
        title="Recent imports"
        caption="Recent imports into this index"
        rows={jobs}
        linkTo={(job) => screenPath(appLevel(app), "import", { rest: [job.id] })}
        columns={[
          {
            key: "state",
            label: "State",
            narrow: "badge",
            room: 7.5,
            render: (job) => <StatusBadge tone={stateTone(job)}>{stateText(job)}</StatusBadge>,
          },
          {
            key: "indexed",
            label: "Indexed",
            align: "right",
            narrow: "fact",
            unit: "indexed",
            render: (job) => formatNumber(job.indexed),
          },
          {
            key: "failed",
            label: "Failed",
            align: "right",
            narrow: "fact",
            unit: "failed",
            render: (job) => formatNumber(job.failed),
          },
        ]}
        time="Started"
        empty={<p className="text-muted">Nothing was imported into this index yet. Imports are listed for 30 days.</p>}
      />
    </section>
  );
}
