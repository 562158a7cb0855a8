import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@common/text/json";
import type { Analytics } from "../../analytics/analytics";
import type { InnerCall } from "@backend/gateway/platform/http/inner-call";
import { json, jsonText, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { withoutFailed } from "../../search-relevance/rules/search/failing";
import { createRulesOfSearch } from "../../search-relevance/rules/search/rules-of-search";
import type { Services } from "@backend/gateway/services";
import { draftRoute } from "./draft/route";
import { beginRecording, type Recording } from "./record-search";
import { requestSchema } from "./request/json-schema";
import { type Prepared, prepare, prepareOpen } from "./prepare";
import { createPreparing } from "./preparing";
import { search } from "./search";
import { translatedQueries } from "./validate";

const ACCESS: Access = { kind: "search", category: "reactivesearch", op: "read" };
const NAMES = ["_reactivesearch", "_reactivesearch.v3"] as const;

/**
 * The search API: `/{index}/_reactivesearch`, its older spelling, the translation of a request without running it, and
 * the schema of requests.
 */
export function reactivesearchRoutes(
  services: Pick<
    Services,
    | "engine"
    | "reIndexed"
    | "readers"
    | "log"
    | "endpoints"
    | "storedQueries"
    | "settingsOfSearch"
    | "suggestionsInSearches"
    | "synonyms"
    | "synonymsOfSearch"
    | "rules"
    | "authors"
    | "scripts"
    | "ruleFailures"
  > & { innerCall: InnerCall },
  { service }: Pick<Analytics, "service">,
): Route[] {
  const { prepared, hold } = createPreparing(services);
  const rulesOf = createRulesOfSearch(services);

  async function validated(
    context: SignedContext,
    {
      translation,
      asked,
      whole,
      request,
    }: Pick<Prepared, "translation"> & Partial<Pick<Prepared, "asked" | "whole" | "request">>,
  ): Promise<Reply> {
    const queries = translatedQueries({ translation }, context);
    // Whatever filled the queries (stored ones, settings, synonyms, preferences of suggestions) is told to who may see its
    // fields; what he sent himself he knows.
    const hasOthersWords =
      context.record.storedQueries !== undefined ||
      !isDeepStrictEqual(asked?.queries, whole?.queries) ||
      (request?.queries.some(({ synonyms }) => synonyms !== undefined) ?? false);
    const reader = hasOthersWords ? await services.readers(context) : null;
    const reply = json(reader ? queries.map((query) => reader.told(query)) : queries);
    return { ...reply, headers: { ...reply.headers, "Content-Type": "application/json" } };
  }

  // A search that may not be recorded as it asks is answered all the same; one of an admin who looks as somebody else
  // is not that one's.
  function recordingOf(context: SignedContext, prepared: Prepared): Recording | null {
    if (context.viewer !== undefined) return null;
    try {
      return beginRecording({ service, context, prepared });
    } catch (error) {
      services.log.warn({ err: error }, "search not recorded");
      return null;
    }
  }

  async function run(context: SignedContext): Promise<Reply> {
    // However often it is made it is one search of its visitor's.
    const kept: { id: string | null; isBegun: boolean } = { id: null, isBegun: false };
    const { found, recording } = await withoutFailed({ rulesOf, hold }, async (rules) => {
      const ready = await prepared(context, rules);
      const own = recordingOf(context, ready);
      async function more(): Promise<JsonObject> {
        if (!kept.isBegun) kept.id = (await own?.id()) ?? null;
        kept.isBegun = true;
        return kept.id === null ? ready.marks : { ...ready.marks, queryId: kept.id };
      }
      return { found: await search({ services, context: ready.context, prepared: ready, more }), recording: own };
    });
    context.record.took = found.took;
    const plain = jsonText(found.text, found.status);
    const reply = { ...plain, headers: { ...plain.headers, ...found.headers } };
    if (kept.id === null) return reply;
    recording?.keep(kept.id, found);
    return { ...reply, headers: { ...reply.headers, "X-Search-Id": kept.id } };
  }

  return [
    draftRoute(services),
    ...NAMES.flatMap((name): Route[] => [
      { methods: ["POST"], path: `/:index/${name}`, access: ACCESS, weighs: "api", handle: run },
      {
        methods: ["POST"],
        path: `/:index/${name}/validate`,
        access: ACCESS,
        weighs: "api",
        handle: async (context) => validated(context, await prepare(context, services)),
      },
      {
        methods: ["POST"],
        path: `/${name}/validate`,
        access: { kind: "open" },
        log: false,
        handle: async (context) => validated(context, await prepareOpen(context)),
      },
    ]),
    {
      methods: ["GET"],
      path: "/_reactivesearch/schema",
      access: { kind: "open" },
      log: false,
      handle: async () => json(requestSchema()),
    },
  ];
}
