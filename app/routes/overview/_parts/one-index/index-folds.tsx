import type { ReactNode } from "react";
import { DefinitionList } from "~/components/ui/definition-list";
import { Panel } from "~/components/ui/page/panel";
import { Time } from "~/components/ui/time";
import { countOf, formatBytes, formatNumber } from "~/lib/values/numbers";
import type { PanelData } from "~/services/platform/http/settle.server";
import { IndexHealth } from "../index-health";
import type { OverviewRow } from "../index-list.server";

/** A part of the page that one looks at now and then: its title and a word about it, the rest on demand. */
export function Fold({ title, about, open = false, children }: FoldProps) {
  return (
    <details open={open} className="mb-2 rounded border border-line">
      <summary className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5">
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="chevron" />
          <h2 className="text-14 font-bold">{title}</h2>
        </span>
        {about && <span className="text-13 text-muted">{about}</span>}
      </summary>
      <div className="border-t border-line p-3.5">{children}</div>
    </details>
  );
}

type FoldProps = { title: string; about?: ReactNode; open?: boolean; children: ReactNode };

type IndexDetailsProps = {
  row: OverviewRow | Omit<OverviewRow, "aliases" | "createdAt">;
  aliases: PanelData<string[]>;
  createdAt: PanelData<number | null>;
};

/** The facts of an index. */
export function IndexDetails({ row, aliases, createdAt }: IndexDetailsProps) {
  const { shards, replicas } = row;
  const parts = [
    shards === null ? "" : countOf(shards, "shard"),
    replicas === null ? "" : countOf(replicas, "replica"),
  ].filter((part) => part !== "");
  return (
    <Fold title="Index details" about={parts.join(" · ")}>
      <DefinitionList
        items={[
          { label: "Health", value: <IndexHealth row={row} /> },
          { label: "Documents", value: row.documents === null ? "–" : formatNumber(row.documents) },
          { label: "Size", value: row.bytes === null ? "–" : formatBytes(row.bytes) },
          { label: "Shards / replicas", value: `${shards ?? "–"} / ${replicas ?? "–"}` },
          {
            label: "Aliases",
            value: (
              <Panel of={aliases} waiting="…">
                {(found) => (found.ok && found.value.length > 0 ? found.value.join(", ") : "–")}
              </Panel>
            ),
          },
          {
            label: "Created",
            value: (
              <Panel of={createdAt} waiting="…">
                {(found) => <Time value={found.ok ? found.value : null} />}
              </Panel>
            ),
          },
          { label: "Index behind it", value: row.index === row.name ? undefined : row.index },
        ]}
      />
    </Fold>
  );
}
