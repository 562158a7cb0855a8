import type { Engine, EngineRequest, EngineResponse } from "../port";
import { createRemoteClient } from "./client";
import { EngineUnreachableError, nodeFailure } from "./failures";
import { isTooDeep, tooDeepAnswer } from "./nesting";
import type { RemoteEngineOptions } from "./options";
import { repeatOf } from "./repeat";

/** An engine and the way to let go of it. */
export type OpenedEngine = { engine: Engine; close: () => Promise<void> };

class BrokenAnswerError extends EngineUnreachableError {}

function contentTypeOf(value: string | string[] | undefined): string {
  return Array.isArray(value) ? (value[0] ?? "") : (value ?? "");
}

/**
 * An engine that forwards every call to an Elasticsearch or OpenSearch cluster. Nothing is asked before the first call. It rejects with
 * `EngineUnreachableError` where no node answers, and where the cluster refuses the gateway's own sign-in: 401 would tell the caller that his is wrong.
 */
export function openRemoteEngine(options: RemoteEngineOptions): OpenedEngine {
  const client = createRemoteClient(options);

  async function once(request: EngineRequest): Promise<EngineResponse> {
    const { node, status, headers, body } = await client.send(request);
    if (status === 401) {
      await body.dump();
      throw new EngineUnreachableError({ kind: "credentials", message: `${node}: the cluster refuses the back end's sign-in (401)` });
    }
    try {
      return { status, contentType: contentTypeOf(headers["content-type"]), body: await body.text() };
    } catch (error) {
      if (request.signal?.aborted) throw error;
      const { kind, reason } = nodeFailure(error);
      throw new BrokenAnswerError({ kind, message: `${node}: ${reason}` });
    }
  }

  // The answer of a read that broke off halfway is asked for once more.
  async function engine(request: EngineRequest): Promise<EngineResponse> {
    if (request.body !== undefined && isTooDeep(request.body, { lines: /\/_(bulk|msearch)$/.test(request.path) })) return tooDeepAnswer();
    try {
      return await once(request);
    } catch (error) {
      if (!(error instanceof BrokenAnswerError) || repeatOf(request) !== "read") throw error;
      return once(request);
    }
  }

  return { engine, close: client.close };
}
