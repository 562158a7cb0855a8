import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangeList, ReviewPage } from "~/components/editor/review-page";
import { CheckboxField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { changesBetween } from "~/editor/changes.server";
import { draftId } from "~/services/platform/store/draft-store.server";
import { levelRef } from "~/navigation/paths";
import { readScripts, readText, requireVersion } from "~/services/pipelines/read.server";
import { readableFiles } from "~/services/pipelines/readable.server";
import { filesVersion, pipelineName, toMakeLive } from "~/services/pipelines/write.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireScope } from "~/session/scope.server";
import { pipelinePages, pipelineRef } from "../_parts/pipeline.server";
import { pipelines } from "../_parts/thing";
import { LIVE } from "./_parts/intents";
import { answerReview } from "./_parts/review.server";
import { ReviewSamples } from "./_parts/review-samples";
import { isClean, reviewSamples } from "./_parts/review-samples.server";

export const handle = pipelines.one("Make live");
export const meta = pipelines.meta(({ name }) => `Make live ${name}`);

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  // A draft whose version somebody else changed meanwhile: both beside each other.
  if (draftId(request) !== null) return { kind: "changes" as const, ...(await pipelinePages.loadReview(args)) };
  const scope = await requireScope(request, params, pipelines, context);
  const asked = pipelineRef(request);
  const { version, versions } = await requireVersion(scope, asked);
  const live = versions.find((one) => one.live);
  const filesAt = async ({ number, content, description }: typeof version) => ({
    content,
    description,
    scripts: await readScripts(scope, { id: asked.id, version: number, content }),
  });
  const [next, now] = await Promise.all([filesAt(version), live ? filesAt(live) : null]);
  // What is said of a version is not what answers.
  const readable = (files: typeof next) => readableFiles({ ...files, description: "" });
  const name = pipelineName(asked.id, version.content);
  const own = { content: next.content, scripts: next.scripts };
  const samples = version.live ? null : await reviewSamples(scope, { id: asked.id, own, request });
  const { document, faults } = readText(version.content);
  return {
    kind: "live" as const,
    id: asked.id,
    name,
    number: version.number,
    live: live?.number ?? null,
    isOn: document?.enabled ?? false,
    faults: faults.length,
    samples,
    // A tick is asked for unless all samples ran and passed.
    asksTick:
      samples !== null &&
      !(samples !== "foreign" && "ok" in samples && samples.ok && (samples.value === null || isClean(samples.value))),
    precondition: filesVersion(next),
    changes: changesBetween(now ? readable(now) : "", readable(next)),
    request: shownRequest(
      scope,
      toMakeLive({ id: asked.id, number: version.number, from: live?.number ?? null, name }),
    ),
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return draftId(args.request) === null ? answerReview(args) : pipelinePages.saveReview(args);
}

export default function ReviewPipelineScreen() {
  const data = useLoaderData<typeof loader>();
  if (data.kind === "live") return <MakeLive {...data} />;
  const { id, number } = data.ref;
  return (
    <ReviewPage
      review={data.review}
      formId={`pipeline-${id}`}
      name={`Version ${number ?? ""} of ${data.review.name ?? id}`}
    />
  );
}

const ANYWAY = "Make it live though not all saved samples passed";

type MakeLiveProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: "live" }>;

function MakeLive(page: MakeLiveProps) {
  const { id, name, number, live, isOn, faults, precondition, changes, request, gate, at, samples, asksTick } = page;
  const { form, fields, busy } = useServerForm<{ anyway: string }>({ id: `live-${id}-${number}`, intent: LIVE });
  const cancelTo = pipelines.path(at, { id, query: { version: number } });
  if (live === number)
    return (
      <PageHeader title={<Name>{`Version ${number} of ${name} is live`}</Name>} description="It answers already." />
    );
  return (
    <>
      <PageHeader
        title={<Name>{`Make version ${number} of ${name} live?`}</Name>}
        description={
          live === null
            ? "No version is live now."
            : `It answers from then on in the place of version ${live}. Undo brings that one back.`
        }
      />
      {!isOn && (
        <Notice tone="info">
          {faults > 0
            ? "Its text cannot be read, so it would answer nobody."
            : "It is switched off, so it answers nobody until it is switched on."}
        </Notice>
      )}
      <ChangeList
        changes={changes}
        before={live === null ? "Nothing" : `Version ${live}, live`}
        after={`Version ${number}`}
      />
      {samples !== null && (
        <ReviewSamples
          of={samples}
          toSample={(saved) => pipelines.path(at, { id, page: "validate", query: { version: number, saved } })}
          again={pipelines.path(at, { id, page: "review", query: { version: number } })}
        />
      )}
      <div className="mt-4">
        <ServerForm form={form} intent={LIVE} labels={{ anyway: ANYWAY }}>
          <input type="hidden" name="version" value={precondition} />
          {(asksTick || fields.anyway.errors !== undefined) && <CheckboxField field={fields.anyway} label={ANYWAY} />}
          <FormEnd
            label={`Make version ${number} live`}
            busyLabel="Making it live…"
            busy={busy}
            request={request}
            gate={gate}
            cancelTo={cancelTo}
          />
        </ServerForm>
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
