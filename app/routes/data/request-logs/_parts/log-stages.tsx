import { Notice } from "~/components/ui/message/notice";
import { CodeBlock } from "~/components/ui/request/code-block";
import { DiffView } from "~/components/ui/request/diff-view";
import { formatDuration } from "~/lib/values/dates";
import type { StageView } from "./log-view.server";

type Stages = { request: StageView[]; response: StageView[] };

/** What each stage of a server made of the request and of the answer, beside what there was before it. */
export function LogStages({ stages: { request, response } }: { stages: Stages }) {
  if (request.length + response.length === 0)
    return <p className="text-muted">The server recorded no stages of this request.</p>;
  return (
    <div className="grid gap-6">
      <StageList title="Request stages" stages={request} />
      <StageList title="Response stages" stages={response} />
    </div>
  );
}

function StageList({ title, stages }: { title: string; stages: StageView[] }) {
  if (stages.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-16 font-bold">{title}</h2>
      <ol className="grid gap-4">
        {stages.map((stage, at) => (
          <li key={`${stage.name} ${at}`}>
            <h3 className="mb-1 text-14 font-bold">
              {stage.name}{" "}
              {stage.took !== null && stage.took > 0 && (
                <span className="text-13 font-normal text-muted">took {formatDuration(stage.took)}</span>
              )}
            </h3>
            {!stage.resolved && (
              <Notice tone="warn">
                The recorded difference does not fit any other stage. It is shown as recorded.
              </Notice>
            )}
            {stage.rows ? (
              <DiffView rows={stage.rows} before="Before" after={`After ${stage.name}`} />
            ) : (
              <CodeBlock label="Recorded difference" text={stage.text} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
