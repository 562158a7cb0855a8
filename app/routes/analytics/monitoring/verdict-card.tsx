import { Card } from "~/components/ui/card";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { Verdict } from "./verdict";

/** Whether the cluster is well, and what is not, the worst first. */
export function VerdictCard({ verdict: { tone, title, findings, untold } }: { verdict: Verdict }) {
  return (
    <Card title={<span className="text-16">{title}</span>} tone={tone} className="mb-5">
      {tone === "good" && untold.length === 0 && (
        <p>All shards are assigned, no node is short of CPU, heap or disk, and no request was rejected.</p>
      )}
      {findings.length > 0 && (
        <ul className="mt-1 grid gap-1.5">
          {findings.map(({ tone: of, text, health }) => (
            <li key={text} className="flex flex-wrap items-baseline gap-x-2">
              <StatusBadge tone={of}>{of === "bad" ? "Critical" : "Warning"}</StatusBadge>
              <Name>{text}</Name>
              {health !== undefined && (
                <PlainLink to={screenPath(clusterLevel, "", { query: { health } })} className="link">
                  Show indices
                </PlainLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {untold.length > 0 && (
        <p className="mt-1 text-13 text-muted">Not reported by this server: {untold.join(", ")}.</p>
      )}
    </Card>
  );
}
