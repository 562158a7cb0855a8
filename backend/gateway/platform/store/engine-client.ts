import type { Engine, EngineRequest, EngineResponse } from "@backend/engine/port";
import type { ErrorCause } from "../http/errors";
import { HttpError } from "../http/errors";
import { engineError } from "../http/engine-errors";

type JsonCall = Omit<EngineRequest, "body"> & { body?: unknown };

/**
 * One call of the gateway itself, body and answer as JSON of the gateway's own making (no documents or mappings of
 * users go this way). Throws the engine's refusal as the server's error; a status in `accept` is returned instead.
 */
export async function callEngine(
  engine: Engine,
  call: JsonCall,
  accept: readonly number[] = [],
): Promise<{ status: number; body: unknown }> {
  const { body, ...rest } = call;
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const response = await reach(engine, text === undefined ? rest : { ...rest, body: text });
  if (response.status >= 400 && !accept.includes(response.status)) throw engineError(response);
  return { status: response.status, body: response.body === "" ? null : JSON.parse(response.body) };
}

/** One call of the engine as it is; throws a 500 where the engine cannot be reached, as the real server answers. */
export async function reach(engine: Engine, request: EngineRequest): Promise<EngineResponse> {
  try {
    return await engine(request);
  } catch (error) {
    // What was wrong with a body that was read as it went out.
    if (error instanceof HttpError) throw error;
    if (request.signal?.aborted) throw new HttpError(499, "the caller went away");
    const cause: ErrorCause = {
      type: "engine_unreachable",
      reason: error instanceof Error ? error.message : String(error),
    };
    throw new HttpError(500, "no Elasticsearch node available", { cause });
  }
}

/** Whether a call was refused because indices take no writes now: a disk is full, or the cluster is locked. */
export function isBlocked(error: unknown): boolean {
  return error instanceof HttpError && error.detail?.type === "cluster_block_exception";
}
