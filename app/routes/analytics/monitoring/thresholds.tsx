import { DefinitionList } from "~/components/ui/definition-list";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { formatNumber } from "~/lib/values/numbers";

type Limits = { label: string; warn: number; bad: number; why: string };

/** From where on a percentage is marked. The disk's are those of the engines themselves. */
export const limits = {
  cpu: { label: "CPU", warn: 75, bad: 90, why: "High from 75%, critical from 90%. Searches wait for each other then." },
  heap: {
    label: "JVM heap",
    warn: 75,
    bad: 90,
    why: "High from 75%, critical from 90%. Cleaning up takes the engine's time, and close to 95% it rejects requests.",
  },
  disk: {
    label: "Disk used",
    warn: 85,
    bad: 95,
    why: "High from 85%, where the node gets no more shards; critical from 95%, where its indices become read-only.",
  },
} as const satisfies Record<string, Limits>;

/** A percentage with a word where it is too high; null where the engine does not tell it. */
export function Usage({ of, percent }: { of: keyof typeof limits; percent: number | null }) {
  if (percent === null) return null;
  const { warn, bad } = limits[of];
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {percent >= bad ? (
        <StatusBadge tone="bad">Critical</StatusBadge>
      ) : (
        percent >= warn && <StatusBadge tone="warn">High</StatusBadge>
      )}
      {`${formatNumber(percent, 0)}%`}
    </span>
  );
}

const others = [
  {
    label: "Memory",
    value: "Of the machine, with the files that the system keeps in it: nearly full is usual, and not marked.",
  },
  {
    label: "Unassigned shards",
    value:
      "A replica without a node costs safety only; without a primary an index cannot be searched in full, and health is red.",
  },
  {
    label: "Pending tasks",
    value:
      "Changes to the cluster's state that wait. More than a few for more than a few seconds tell of a busy elected node.",
  },
  {
    label: "Rejected",
    value: "Requests that found the queue full, since the node started. Any number tells of too much at once.",
  },
];

/** What the marks of the page mean. */
export function Thresholds() {
  return (
    <details className="mt-6 max-w-[60rem]">
      <summary className="link text-13">What the marks mean</summary>
      <div className="mt-2">
        <DefinitionList
          items={[...Object.values(limits).map(({ label, why }) => ({ label, value: why })), ...others]}
        />
      </div>
    </details>
  );
}
