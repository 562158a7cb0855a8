import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { appLevel, screenPath } from "~/navigation/paths";
import type { IndexState } from "~/services/search-relevance/deploy/index-state.server";
import { REINDEX } from "./draft-intents";

/** Says where an index is not what its settings say, and leads to the re-index. */
export function IndexStateNotice({ index, state }: { index: string; state: IndexState }) {
  const { form, busy } = useServerForm({ id: `reindex-again-${index}`, intent: REINDEX });
  const at = appLevel(index);
  if (state.state === "good") return null;
  if (state.state === "running") {
    return (
      <Card tone="info" className="mb-4 max-w-form">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{index} is being re-indexed for the published settings.</p>
          <LinkButton to={screenPath(at, "jobs", { rest: [state.job] })}>View job</LinkButton>
        </div>
      </Card>
    );
  }
  const { missing, job } = state;
  const lacks = missing.map(({ what }) => what);
  return (
    <Card tone="warn" className="mb-4 flex max-w-form flex-wrap items-center justify-between gap-x-3">
      <p>
        Re-index <strong>{index}</strong> to apply{" "}
        {lacks.length > 1 ? `${lacks.slice(0, -1).join(", ")} and ${lacks.at(-1)}` : lacks[0]}.
        {job !== null && " The re-index for them failed or was cancelled."}
      </p>
      <ServerForm form={form} intent={REINDEX} action={screenPath(at, "languages")}>
        <FormEnd label="Re-index…" busy={busy} tone="plain">
          {job !== null && (
            <LinkButton to={screenPath(at, "jobs", { rest: [job] })} tone="quiet">
              View job
            </LinkButton>
          )}
        </FormEnd>
      </ServerForm>
    </Card>
  );
}
