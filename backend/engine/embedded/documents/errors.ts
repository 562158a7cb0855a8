import { EngineError } from "../errors";
import type { IndexState } from "../index/index-state";

/** 409 `version_conflict_engine_exception`. */
export function versionConflict({ index, id, why }: { index: IndexState; id: string; why: string }): EngineError {
  return new EngineError(409, "version_conflict_engine_exception", `[${id}]: version conflict, ${why}`, {
    details: { index: index.name, shard: "0", index_uuid: index.uuid },
  });
}

/** 400 `action_request_validation_exception` with numbered reasons, as Elasticsearch joins them. */
export function validationError(...reasons: string[]): EngineError {
  return new EngineError(
    400,
    "action_request_validation_exception",
    `Validation Failed: ${reasons.map((reason, at) => `${at + 1}: ${reason};`).join("")}`,
  );
}

/** 404 `document_missing_exception` of an update. */
export function documentMissing(index: IndexState, id: string): EngineError {
  return new EngineError(404, "document_missing_exception", `[${id}]: document missing`, {
    details: { index: index.name, shard: "0", index_uuid: index.uuid },
  });
}

/** The refusal of scripts, in the words of an Elasticsearch that has them switched off. */
export function scriptRefused(): EngineError {
  return new EngineError(400, "illegal_argument_exception", "cannot execute [inline] scripts");
}
