import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Button, LinkButton } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterSelect } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { levelRef } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { PipelineHead } from "../_parts/pipeline-head";
import { pipelines } from "../_parts/thing";
import { answerValidate } from "./_parts/action.server";
import { validateAddress } from "./_parts/addresses";
import { KeepForm } from "./_parts/keep-form";
import { loadValidate } from "./_parts/page.server";
import { RunPanels } from "./_parts/panels";
import { ReplayPanel } from "./_parts/replay-panel";
import { RunCards, StageTable } from "./_parts/run-view";
import { SampleForm } from "./_parts/sample-form";
import { SavedSamples } from "./_parts/saved-samples";

export const handle = pipelines.one("Validate", { takes: "texts" });
export const meta = pipelines.meta(({ id }) => `Validate ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const page = await loadValidate(scope, request);
  return { ...page, gate: scope.may("pipelines:write"), at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerValidate(args);
}

const gone = {
  run: "This sample is no longer kept: samples are kept for a day. Below is the one that the version has.",
  log: "There is no such kept run of this pipeline. Below is the sample that the version has.",
  saved: "There is no such saved sample. Below is the one that the version has.",
};

export default function ValidateScreen() {
  const page = useLoaderData<typeof loader>();
  const { head, number, live, versions, sample, saved, texts, lost, run, replay, cannotReplay, gate, at } = page;
  const here = useAddress(validateAddress);
  const { id, name, routes } = head;
  const isLive = number === live;
  return (
    <>
      <PipelineHead
        {...{ id, name, routes, at }}
        current="validate"
        badge={
          <StatusBadge tone={isLive ? "good" : "info"}>{`version ${number}, ${isLive ? "live" : "draft"}`}</StatusBadge>
        }
        actions={
          !isLive && (
            <Gated gate={gate} label="Review and make live">
              <LinkButton to={pipelines.path(at, { id, page: "review", query: { version: number } })}>
                Review and make live
              </LinkButton>
            </Gated>
          )
        }
      />
      <Remarks of={here.remarks} />
      {lost && <Notice tone="warn">{gone[lost]}</Notice>}
      {versions.length > 1 && (
        <AddressForm here={here} controls={["version"]} className="mb-4 flex flex-wrap items-end gap-2">
          <FilterSelect name="version" label="Version" defaultValue={String(number)} options={versions} />
          <Button>Choose</Button>
        </AddressForm>
      )}
      <section aria-labelledby="sample">
        <h2 id="sample" className="mb-2 text-16 font-bold">
          Sample request{saved !== null && <>: {saved}</>}
        </h2>
        <SampleForm
          key={`${number} ${sample}`}
          texts={texts}
          formId={`sample-${id}-${number}-${sample}`}
          number={number}
          logsTo={head.keepsRuns ? pipelines.path(at, { id, page: "logs" }) : null}
        />
      </section>
      {run && (
        <section aria-labelledby="outcome" className="mt-6">
          <h2 id="outcome" className="mb-2 text-16 font-bold">
            Run
          </h2>
          <RunCards cards={run.cards} difference={run.told?.difference ?? null} number={number} live={live} />
          {run.told && (
            <>
              <StageTable rows={run.told.rows} compares={run.cards.live !== null} />
              <RunPanels told={run.told} here={here} stages={run.told.rows.length} />
            </>
          )}
          <div className="mt-4">
            <KeepForm {...{ id, number, gate }} run={here.state.run} live={isLive} />
            <GatedLink
              gate={gate}
              to={pipelines.path(at, { id, page: "sample", query: { run: here.state.run } })}
              label="Save as sample with expectations"
            />
          </div>
        </section>
      )}
      <SavedSamples
        samples={page.samples}
        checked={page.checked}
        here={here}
        number={number}
        gate={gate}
        pathOf={(query) => pipelines.path(at, { id, page: "validate", query: { version: number, ...query } })}
        editPath={(query) => pipelines.path(at, { id, page: "sample", query })}
      />
      <ReplayPanel
        of={replay}
        cannot={cannotReplay}
        here={here}
        logTo={(log) => pipelines.path(at, { id, page: "validate", query: { version: number, log } })}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
