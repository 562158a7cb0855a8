import type { Crumb, Handle } from "~/navigation/handle";
import { nameIn, pipelines } from "../../_parts/thing";

type About = Parameters<NonNullable<Handle["crumbs"]>>[0];

/** The pipeline, its runs, this one. */
export function runCrumbs({ params, at, data }: About): Crumb[] {
  const id = params["pipelineId"] ?? "";
  return [
    { label: nameIn(data) ?? id, to: pipelines.path(at, { id }) },
    { label: "Logs", to: pipelines.path(at, { id, page: "logs" }) },
    { label: "Run" },
  ];
}
