import type { JsonObject } from "@common/json";
import type { Analytics } from "../analytics/analytics";
import { createFieldViews } from "../fields/views";
import { json, jsonText, type Reply } from "../http/reply";
import type { Access, Route, SignedContext } from "../http/types";
import { createRulesOfSearch } from "../rules/search/rules-of-search";
import type { Services } from "../services";
import { createBegunWords } from "./begun-words";
import { beginRecording, type Recording } from "./record-search";
import { requestSchema } from "./request/json-schema";
import { permitted, type Prepared, prepare } from "./prepare";
import { search } from "./search";
import { translatedQueries } from "./validate";

const ACCESS: Access = { kind: "search", category: "reactivesearch", op: "read" };
const NAMES = ["_reactivesearch", "_reactivesearch.v3"] as const;

/** The search API: `/{index}/_reactivesearch`, its older spelling, the translation of a request without running it, and the schema of requests. */
export function reactivesearchRoutes(
  services: Pick<Services, "engine" | "reIndexed" | "log" | "endpoints" | "storedQueries" | "settingsOfSearch" | "suggestionsInSearches" | "rules" | "scripts">,
  { service }: Pick<Analytics, "service">,
): Route[] {
  const mappings = { views: createFieldViews(services.engine), begunWords: createBegunWords(services.engine) };

  const rulesOf = createRulesOfSearch(services);

  async function validate(context: SignedContext): Promise<Reply> {
    const reply = json(translatedQueries(await prepare(context, services), context));
    return { ...reply, headers: { ...reply.headers, "Content-Type": "application/json" } };
  }

  // A search that may not be recorded as it asks is answered all the same.
  function recordingOf(context: SignedContext, prepared: Prepared): Recording | null {
    try {
      return beginRecording({ service, context, prepared });
    } catch (error) {
      services.log.warn({ err: error }, "search not recorded");
      return null;
    }
  }

  async function run(context: SignedContext): Promise<Reply> {
    const prepared = await permitted(await prepare(context, services, rulesOf), context, mappings);
    const recording = recordingOf(context, prepared);
    const kept: { id: string | null } = { id: null };
    async function more(): Promise<JsonObject> {
      kept.id = (await recording?.id()) ?? null;
      return kept.id === null ? prepared.marks : { ...prepared.marks, queryId: kept.id };
    }
    const found = await search({ services, context, prepared, more });
    context.record.took = found.took;
    const plain = jsonText(found.text, found.status);
    const reply = { ...plain, headers: { ...plain.headers, ...found.headers } };
    if (kept.id === null) return reply;
    recording?.keep(kept.id, found);
    return { ...reply, headers: { ...reply.headers, "X-Search-Id": kept.id } };
  }

  return [
    ...NAMES.flatMap((name): Route[] => [
      { methods: ["POST"], path: `/:index/${name}`, access: ACCESS, handle: run },
      { methods: ["POST"], path: `/:index/${name}/validate`, access: ACCESS, handle: validate },
      { methods: ["POST"], path: `/${name}/validate`, access: { kind: "open" }, log: false, handle: validate },
    ]),
    { methods: ["GET"], path: "/_reactivesearch/schema", access: { kind: "open" }, log: false, handle: async () => json(requestSchema()) },
  ];
}
