import { Link } from "@remix-run/react";
import { DataTable, StatusBadge, Time } from "~/components/kit";
import { formatBytes, formatNumber } from "~/lib/numbers";
import { appLevel, levelRef, screenPath } from "~/navigation/paths";
import { draftPath } from "../draft-path";
import { stateLabel, stateTone } from "../states";

type Draft = { id: string; app: string; name: string; size: number; created: number; username: string };

/** Uploads whose import was not started, each to be continued or deleted. */
export function DraftTable({ drafts, app }: { drafts: Draft[]; app: string | null }) {
  return (
    <section aria-labelledby="not-started" className="mt-4">
      <h2 id="not-started" className="mb-2 text-16 font-semibold">
        Not started
      </h2>
      <DataTable
        caption="Uploads whose import was not started"
        rows={drafts}
        rowKey={(draft) => draft.id}
        columns={[
          {
            key: "name",
            label: "File",
            render: (draft) => (
              <Link to={draftPath(draft)} className="link" title={draft.name}>
                {draft.name}
              </Link>
            ),
          },
          { key: "app", label: "Index", narrow: "fact", render: (draft) => (draft.app === "" ? <span className="text-muted">not chosen</span> : draft.app) },
          { key: "size", label: "Size", align: "right", narrow: "fact", render: (draft) => formatBytes(draft.size) },
          { key: "by", label: "By", narrow: "fact", render: (draft) => draft.username },
          { key: "created", label: "Uploaded", narrow: "fact", room: 6, render: (draft) => <Time value={draft.created} /> },
          {
            key: "actions",
            label: "Actions",
            hideLabel: true,
            room: 9.7,
            render: (draft) => (
              <span className="flex gap-4">
                <Link to={draftPath(draft)} className="link" aria-label={`Continue with ${draft.name}`}>
                  Continue
                </Link>
                <Link
                  to={screenPath(levelRef(app ?? undefined), "import", { rest: [draft.id, "discard"] })}
                  className="link"
                  aria-label={`Delete the upload ${draft.name}`}
                >
                  Delete…
                </Link>
              </span>
            ),
          },
        ]}
        footer={<p className="border-t border-line px-3 py-2 text-13 text-muted">Uploads that are not started are deleted after a day.</p>}
      />
    </section>
  );
}

type Job = { id: string; name: string; indexed: number; failed: number; created: number; username: string } & Parameters<typeof stateTone>[0];

/** What was imported into an index lately. */
export function RecentImports({ jobs, app }: { jobs: Job[]; app: string }) {
  return (
    <section aria-labelledby="recent-imports" className="mt-7">
      <h2 id="recent-imports" className="mb-2 text-16 font-semibold">
        Recent imports
      </h2>
      <DataTable
        caption="Recent imports into this index"
        rows={jobs}
        rowKey={(job) => job.id}
        columns={[
          {
            key: "name",
            label: "File",
            render: (job) => (
              <Link to={screenPath(appLevel(app), "import", { rest: [job.id] })} className="link" title={job.name}>
                {job.name}
              </Link>
            ),
          },
          {
            key: "state",
            label: "State",
            narrow: "badge",
            room: 7.5,
            render: (job) => <StatusBadge tone={stateTone(job)}>{stateLabel(job.state)}</StatusBadge>,
          },
          { key: "indexed", label: "Indexed", align: "right", narrow: "fact", unit: "indexed", render: (job) => formatNumber(job.indexed) },
          { key: "failed", label: "Failed", align: "right", narrow: "fact", unit: "failed", render: (job) => formatNumber(job.failed) },
          { key: "by", label: "By", narrow: "fact", render: (job) => job.username },
          { key: "created", label: "Started", narrow: "fact", room: 6, render: (job) => <Time value={job.created} /> },
        ]}
        empty={<p className="text-muted">Nothing was imported into this index yet. Imports are listed for 30 days.</p>}
      />
    </section>
  );
}
