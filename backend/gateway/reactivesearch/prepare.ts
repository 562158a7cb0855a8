import type { StageChange } from "../recording/types";
import { addressOf } from "../analytics/visitors/visitor";
import { badRequest } from "../http/errors";
import type { SignedContext } from "../http/types";
import { withStoredQueries } from "../stored-queries/in-searches";
import type { StoredQueryStore } from "../stored-queries/store";
import type { FieldViews } from "../fields/views";
import type { BegunWords } from "./begun-words";
import { guarded } from "./guard";
import { withinLimits } from "./limits";
import { Refusal } from "./request/refusal";
import { parseSearchRequest, type SearchRequest } from "./request/schema";
import { msearchBody, type Translation, translateRequest } from "./translate/translate";

/** A request that was read, checked against the caller's rights and translated. */
export type Prepared = { request: SearchRequest; translation: Translation; body: string };

function refused(error: unknown): never {
  if (error instanceof Refusal) throw badRequest(error.message);
  throw error;
}

function stage(uri: string, headers: string, body: string, method: string): StageChange[] {
  return [{ uri, headers, body, method, stage: "querytranslate", took: 0 }];
}

/** Reads, checks and translates the body of a call. Throws 400 in the words of the real server. */
export async function prepare(context: SignedContext, storedQueries: StoredQueryStore): Promise<Prepared> {
  const text = await context.text();
  // The log of a refused call shows that nothing came of it [recorded].
  context.record.requestChanges = stage("", "null", "", "");
  try {
    const asked = parseSearchRequest(text);
    if (asked.queries.some(({ type }) => type === "suggestion")) context.record.category = "suggestion";
    const request = withinLimits(await withStoredQueries(asked, { storedQueries, context }), context.caller);
    const translation = translateRequest({ request, visitor: addressOf(context), preference: context.query["preference"] });
    const body = msearchBody(translation.engine);
    context.record.requestChanges = stage(`/${context.params["index"] ?? ""}/_msearch`, JSON.stringify({ "Content-Type": ["application/json"] }), body, "POST");
    return { request, translation, body };
  } catch (error) {
    return refused(error);
  }
}

/**
 * A prepared request held against the caller's rights, which it must be before it runs, and against the mapping of what it searches. Throws 400 for
 * scripts, 401 for indices.
 */
export async function permitted(
  prepared: Prepared,
  context: SignedContext,
  { views, begunWords }: { views: FieldViews; begunWords: BegunWords },
): Promise<Prepared> {
  const engine = await begunWords(await guarded(prepared.translation.engine, { context, views }), context.params["index"] ?? "");
  return { ...prepared, translation: { ...prepared.translation, engine }, body: msearchBody(engine) };
}
