import type { Engine, EngineRequest, EngineResponse } from "../port";
import { checkCluster, type EngineState, readProduct } from "./check";
import { createRemoteClient } from "./client";
import { EngineUnreachableError, nodeFailure } from "./failures";
import { isTooDeep, shallowPieces, tooDeepAnswer, TooDeepError } from "./nesting";
import type { RemoteEngineOptions } from "./options";
import { isWordedByProduct, type Product, warningTexts, wordedFor } from "./products";
import { readAnswer } from "./read-answer";
import { repeatOf } from "./repeat";
import { withoutRequestBytes } from "./snippets";

/** An engine and the way to let go of it. */
export type OpenedEngine = { engine: Engine; close: () => Promise<void> };
/**
 * An engine on a cluster; `check` looks whether the cluster can be used, by a back end that keeps indices of its own.
 */
export type RemoteEngine = OpenedEngine & { check: (own?: readonly string[]) => Promise<EngineState> };
/** Takes what an operator should know: deprecations that the cluster tells of, each once. */
export type RemoteLog = (message: string, details: Record<string, unknown>) => void;

/** Warnings that were logged are remembered up to so many, so that none is repeated. */
const MAX_WARNINGS = 200;

class BrokenAnswerError extends EngineUnreachableError {}

/**
 * An engine that forwards every call to an Elasticsearch or OpenSearch cluster. Nothing is asked before the first call.
 * It rejects with
 * `EngineUnreachableError` where no node answers, and where the cluster refuses the gateway's own sign-in: 401 would
 * tell the caller that his is wrong.
 */
export function openRemoteEngine(options: RemoteEngineOptions, log: RemoteLog = () => undefined): RemoteEngine {
  const client = createRemoteClient(options);
  let product: Product | null = null;
  const warned = new Set<string>();

  // Asked for only by calls that are worded by product. Where it cannot be had the call goes as it is.
  async function known(): Promise<Product | null> {
    if (product) return product;
    const found = await readProduct(client).catch(() => null);
    product = found && !("problem" in found) ? found : null;
    return product;
  }

  function tellWarnings(header: string | string[] | undefined): void {
    for (const text of warningTexts(header)) {
      if (
        warned.has(text) ||
        warned.size >= MAX_WARNINGS ||
        product?.differences.expectedWarnings.some((expected) => expected.test(text))
      )
        continue;
      warned.add(text);
      log("the search engine warns", { warning: text });
    }
  }

  async function once(request: EngineRequest): Promise<EngineResponse> {
    const { node, status, headers, body } = await client.send(request);
    if (status === 401) {
      await body.dump();
      throw new EngineUnreachableError({
        kind: "credentials",
        message: `${node}: the cluster refuses the back end's sign-in (401)`,
      });
    }
    tellWarnings(headers["warning"]);
    try {
      return withoutRequestBytes(request, {
        status,
        contentType: headers["content-type"]?.toString() ?? "",
        ...(await readAnswer({ status, body }, request.takesRest ?? false)),
      });
    } catch (error) {
      if (request.signal?.aborted) throw error;
      const { kind, reason } = nodeFailure(error);
      throw new BrokenAnswerError({ kind, message: `${node}: ${reason}` });
    }
  }

  async function engine(asked: EngineRequest): Promise<EngineResponse> {
    const words = isWordedByProduct(asked) ? await known() : null;
    const worded = words ? wordedFor(words, asked) : asked;
    if (worded.body !== undefined && isTooDeep(worded.body, { lines: /\/_(bulk|msearch)$/.test(worded.path) }))
      return tooDeepAnswer();
    const request = worded.pieces ? { ...worded, pieces: shallowPieces(worded.pieces) } : worded;
    try {
      return await once(request);
    } catch (error) {
      if (error instanceof TooDeepError) return tooDeepAnswer();
      // The answer of a read that broke off halfway is asked for once more.
      if (!(error instanceof BrokenAnswerError) || repeatOf(request) !== "read") throw error;
      return once(request);
    }
  }

  async function check(own: readonly string[] = []): Promise<EngineState> {
    const state = await checkCluster(client, options, own);
    if (state.ready) product = state.product;
    return state;
  }

  return { engine: Object.assign(engine, { streams: true }), check, close: client.close };
}
