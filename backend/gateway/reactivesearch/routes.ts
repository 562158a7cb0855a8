import type { JsonObject } from "@common/json";
import type { Analytics } from "../analytics/analytics";
import { createFieldViews } from "../fields/views";
import { json, jsonText, type Reply } from "../http/reply";
import type { Access, Route, SignedContext } from "../http/types";
import type { Services } from "../services";
import { createBegunWords } from "./begun-words";
import { beginRecording } from "./record-search";
import { requestSchema } from "./request/json-schema";
import { permitted, prepare } from "./prepare";
import { search } from "./search";
import { translatedQueries } from "./validate";

const ACCESS: Access = { kind: "search", category: "reactivesearch", op: "read" };
const NAMES = ["_reactivesearch", "_reactivesearch.v3"] as const;

/** The search API: `/{index}/_reactivesearch`, its older spelling, the translation of a request without running it, and the schema of requests. */
export function reactivesearchRoutes(
  services: Pick<Services, "engine" | "reIndexed" | "log" | "endpoints" | "storedQueries">,
  { service }: Pick<Analytics, "service">,
): Route[] {
  const mappings = { views: createFieldViews(services.engine), begunWords: createBegunWords(services.engine) };

  async function validate(context: SignedContext): Promise<Reply> {
    const reply = json(translatedQueries(await prepare(context, services.storedQueries), context));
    return { ...reply, headers: { ...reply.headers, "Content-Type": "application/json" } };
  }

  async function run(context: SignedContext): Promise<Reply> {
    const prepared = await permitted(await prepare(context, services.storedQueries), context, mappings);
    // The id is found beside the search. A search whose record cannot be kept is answered all the same.
    const recorded = beginRecording({ service, context, prepared }).catch((error: unknown) => {
      services.log.warn({ err: error }, "search not recorded");
      return null;
    });
    const more = recorded.then((recording): JsonObject => (recording ? { queryId: recording.id } : {}));
    const found = await search({ services, context, prepared, more });
    const recording = await recorded;
    context.record.took = found.took;
    const reply = jsonText(found.text);
    if (!recording) return reply;
    recording.keep(found);
    return { ...reply, headers: { ...reply.headers, "X-Search-Id": recording.id } };
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
