import { parseJson } from "@common/text/json";
import { requireSeenFields } from "@backend/gateway/platform/access/field-definitions";
import { requireOpen } from "@backend/gateway/platform/access/behind-aliases";
import { checkIndices, requireIndexName, splitIndices } from "@backend/gateway/platform/access/indices";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { json } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { assignmentProgram } from "@backend/gateway/platform/access/assignments";
import { requireNoScripts } from "@backend/gateway/platform/access/scripts";
import type { Services } from "@backend/gateway/services";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { relevanceAlong } from "./relevance";
import { type ReindexBody, ReindexBodySchema } from "./schema";
import { roundOf } from "./definition";
import { indexBehind } from "./engine-calls";
import { createReindexService, type ReindexService } from "./service";

const REFUSAL = "Can't parse request body";

async function readReindexBody(context: SignedContext): Promise<ReindexBody> {
  const text = await context.text();
  let value: unknown;
  try {
    value = parseJson(text) ?? {};
  } catch {
    throw badRequest(REFUSAL);
  }
  const parsed = ReindexBodySchema.safeParse(value);
  if (!parsed.success) throw badRequest(REFUSAL);
  // An empty script is none.
  const { script, ...body } = parsed.data;
  requireNoScripts(body);
  requireSeenFields(context.caller, parsed.data.mappings);
  return script ? { ...body, program: assignmentProgram(script, context.caller) } : body;
}

// Go's strconv.ParseBool.
function readWait(context: SignedContext): boolean | null {
  const text = context.query["wait_for_completion"];
  if (text === undefined || text === "") return null;
  if (["1", "t", "T", "TRUE", "true", "True"].includes(text)) return true;
  if (["0", "f", "F", "FALSE", "false", "False"].includes(text)) return false;
  throw badRequest(`strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const copyOf = ({ caller, signal }: SignedContext) => ({ owner: ownerOf(caller), signal });
const taskOf = ({ task }: { task?: unknown }) => (typeof task === "string" ? task : undefined);

type Parts = Pick<Services, "engine" | "places" | "log" | "reIndexed" | "writes">;

/** The re-indexing of this gateway. */
export function reindexService({ engine, places, log, reIndexed, writes }: Parts): ReindexService {
  return createReindexService({
    engine,
    log,
    writes,
    forgetAliases: reIndexed.forget,
    lockIndex: () => places.of(SYSTEM.locks).definition.name,
  });
}

/** `POST /_reindex/{index}` in place, `POST /_reindex/{source}/{target}` as a copy. */
export function reindexRoutes(
  services: Parts & Pick<Services, "held" | "readers" | "relevance" | "synonyms">,
): Route[] {
  const { reIndexed, held } = services;
  const service = reindexService(services);
  services.writes.onStuck(
    () =>
      void service
        .recover()
        .catch((error: unknown) => services.log.warn({ err: error }, "a re-index that is stuck is not settled")),
  );
  const access = { kind: "search", category: "docs", acl: "reindex", op: "write" } as const;
  return [
    {
      methods: ["POST"],
      path: "/_reindex/:index",
      access,
      handle: async (context) => {
        const { index = "" } = context.params;
        requireIndexName(index);
        await requireOpen([context.indices], { caller: context.caller, behind: reIndexed.behindAliases });
        // The index behind an alias is deleted in the end: that is for who may use it by its own name, unless a
        // re-index gave it that alias.
        const behind = await indexBehind(services.engine, index);
        if (behind !== null && roundOf(behind.name).alias !== index) checkIndices(context.caller, [behind.name]);
        const body = await readReindexBody(context);
        const finish = await relevanceAlong(services, { source: index, target: index, body, context });
        const result = await held.copies.run({ ...copyOf(context), taskOf }, () =>
          service.inPlace({ index, body, wait: readWait(context) }),
        );
        await finish();
        return json(result);
      },
    },
    {
      methods: ["POST"],
      path: "/_reindex/:source/:target",
      access,
      handle: async (context) => {
        const { source = "", target = "" } = context.params;
        checkIndices(context.caller, [...splitIndices(source), target]);
        await requireOpen([splitIndices(source)], { caller: context.caller, behind: reIndexed.behindAliases });
        requireIndexName(source);
        requireIndexName(target, true);
        const body = await readReindexBody(context);
        const finish = await relevanceAlong(services, { source, target, body, context });
        const result = await held.copies.run({ ...copyOf(context), taskOf }, () =>
          service.copy({ source, target, body, wait: readWait(context) }),
        );
        await finish();
        return json(result);
      },
    },
  ];
}
