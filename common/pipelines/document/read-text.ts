import { isJsonObject } from "@common/text/json";
import type { PipelineDocument } from "./types";
import { createFaults, quoted } from "./faults";
import { readGlobalEnvs } from "./global-envs";
import { DOCUMENT_LIMITS } from "./limits";
import { type Members, membersOf } from "./members";
import { readRoutes } from "./routes";
import { readSource } from "./source/source";
import type { Extension } from "./source/source-types";
import { readStages } from "./stages";
import { readTrigger } from "./trigger";

// Behind `_pipeline/` these are calls of their own.
const CALLS = ["schema", "validate"];

function idOf(pipeline: Members): string | null {
  const id = pipeline.text("id");
  if (id === null) return null;
  if (id.length > DOCUMENT_LIMITS.idLength)
    pipeline.refuse("id", `is longer than ${DOCUMENT_LIMITS.idLength} characters`);
  else if (/[\p{Cc}/]/u.test(id) || id === "." || id === "..")
    pipeline.refuse("id", "must be one segment of a path, without a slash and control characters");
  else if (CALLS.includes(id)) pipeline.refuse("id", `${quoted(id)} is the name of a call`);
  return id;
}

/**
 * Reads the text of a pipeline: JSON, or else YAML. What was left out is filled in, what is not known is left out.
 * Throws a DocumentFault with all that is wrong, each with its place. `anyStage`: names of stages are taken as they are,
 * for other servers have others.
 */
export function readDocument(
  content: string,
  { anyStage = false }: { anyStage?: boolean } = {},
): { document: PipelineDocument; extension: Extension } {
  const { text, source } = readSource(content);
  const faults = createFaults({ text, offsetOf: source.offsetOf });
  faults.addAll(source.problems);
  if (!isJsonObject(source.value)) {
    faults.add([], "a pipeline is an object with routes and stages");
    throw faults.error();
  }
  const pipeline = membersOf(source.value, { path: [], faults });
  const document: PipelineDocument = {
    id: idOf(pipeline),
    enabled: pipeline.flag("enabled", true),
    description: pipeline.text("description") ?? "",
    priority: pipeline.whole("priority") ?? 0,
    routes: readRoutes(pipeline, faults),
    envs: pipeline.object("envs") ?? {},
    trigger: readTrigger(pipeline),
    stages: readStages(pipeline, { faults, anyStage }),
    globalEnvs: readGlobalEnvs(pipeline, faults),
  };
  faults.throwIfAny();
  return { document, extension: source.extension };
}
