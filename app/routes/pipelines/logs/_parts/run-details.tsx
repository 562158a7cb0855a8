import { DefinitionList } from "~/components/ui/definition-list";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { stageTime } from "./stage-card";
import type { RunFacts } from "./run.server";

/** The facts of a run. */
export function RunDetails({ run, versions }: { run: RunFacts; versions: string }) {
  const { at, took, code, version, category, address, hits } = run;
  return (
    <DefinitionList
      items={[
        { label: "Time", value: at === null ? null : <Time value={at} /> },
        { label: "Took", value: took === null ? null : stageTime(took) },
        {
          label: "Response",
          value:
            code === 0 ? null : (
              <>
                <StatusBadge tone={statusTone(code)}>{code}</StatusBadge> {hits === null ? "" : hits}
              </>
            ),
        },
        {
          label: "Version",
          value:
            version === null ? null : (
              <>
                <PlainLink to={versions} className="link">
                  {version}
                </PlainLink>
                {run.isLive ? ", live" : ""}
              </>
            ),
        },
        { label: "Category", value: category === "" ? null : category },
        { label: "Address", value: address },
      ]}
    />
  );
}
