import type { Crumb, Handle } from "~/navigation/handle";
import { pipelines } from "../../_parts/thing";

type About = Parameters<NonNullable<Handle["crumbs"]>>[0];

/** The pipeline, its runs, this one. */
export function runCrumbs({ params, at }: About): Crumb[] {
  const id = params["pipelineId"] ?? "";
  return [
    { label: id, to: pipelines.path(at, { id }) },
    { label: "Logs", to: pipelines.path(at, { id, page: "logs" }) },
    { label: "Run" },
  ];
}
