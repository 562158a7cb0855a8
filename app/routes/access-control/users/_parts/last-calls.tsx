import { Card } from "~/components/ui/card";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { PanelData } from "~/services/platform/http/settle.server";
import type { LogRow } from "~/services/data/logs/record.server";

type LastCallsProps = {
  /** Null in it where the server cannot tell whose calls they were. */ calls: PanelData<LogRow[] | null>;
  username: string;
};

/** The last calls of a user, each with its record, and the way to all of them. */
export function LastCalls({ calls, username }: LastCallsProps) {
  return (
    <Card title="Last calls">
      <SettledPanel of={calls} what="Calls">
        {(rows) =>
          rows === null ? (
            <p className="text-13 text-muted">This server does not tell who called.</p>
          ) : (
            <Calls rows={rows} username={username} />
          )
        }
      </SettledPanel>
    </Card>
  );
}

function Calls({ rows, username }: { rows: readonly LogRow[]; username: string }) {
  if (rows.length === 0) return <p className="text-13 text-muted">None in the last 7 days.</p>;
  return (
    <>
      <ul className="mb-2 mt-1 text-13">
        {rows.map(({ id, method, uri, code, at }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1 last:border-0">
            <StatusBadge tone={statusTone(code)} shape={false}>
              {code}
            </StatusBadge>
            <Name
              to={screenPath(clusterLevel, "request-logs", { rest: [id] })}
              className="min-w-0 flex-1 font-mono text-12"
            >
              {method} {uri}
            </Name>
            <Time value={at} />
          </li>
        ))}
      </ul>
      <PlainLink to={screenPath(clusterLevel, "request-logs", { query: { user: username } })} className="link text-13">
        All calls in the request logs
      </PlainLink>
    </>
  );
}
