import type { EngineResponse } from "@backend/engine/port";
import { splitIndices } from "@backend/gateway/platform/access/indices";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { ReIndexed } from "../../indices/re-indexed";
import { replaceInReply } from "./replace";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";

// Names that do not hold this are no re-indexed ones, so an answer without it is left as it is.
const MARK = "_reindexed_";

/**
 * Whether a call tells which index is behind a name, or lists the parts of a cluster: there an index that nobody asked
 * for by name has its own.
 */
export function tellsInnerNames({ category, acl, path }: Pick<ElasticRoute, "category" | "acl" | "path">): boolean {
  return (
    category === "cat" ||
    category === "clusters" ||
    acl === "alias" ||
    acl === "aliases" ||
    /^\/_(resolve|data_stream)\b/.test(path)
  );
}

/** A call, and the names of what was re-indexed. */
type Named = {
  row: ElasticRoute;
  context: Pick<SignedContext, "indices" | "params">;
  reIndexed: Pick<ReIndexed, "knownNames">;
};

// Each index with the name that it is shown by in the answer of a call.
async function shownNames({ row, context, reIndexed }: Named): Promise<[index: string, alias: string][]> {
  const names = [...(await reIndexed.knownNames())];
  if (!tellsInnerNames(row)) return names;
  const asked =
    context.indices.length > 0 ? context.indices : splitIndices(context.params["rest"]?.split("/").at(-1) ?? "");
  return names.filter(([index, alias]) => asked.includes(alias) || asked.includes(index));
}

/**
 * An answer in which an index that was re-indexed has the name that people know, wherever its own stands in quotes, as
 * the real server does it: there for indices that were asked for by name (contract 10, 0.3), here for those that a
 * pattern, a list of all or a bulk brings too.
 */
export async function withKnownNames(reply: Reply, named: Named): Promise<Reply> {
  if (!reply.rest && !reply.body.includes(MARK)) return reply;
  const shown = await shownNames(named);
  return replaceInReply(
    reply,
    shown.map(([index, alias]): [string, string] => [JSON.stringify(index), JSON.stringify(alias)]),
  );
}

const OF_NAME = /[\w.-]/;

// A name as a whole word: `[books_reindexed_1, films]`.
function withoutWord(text: string, [name, other]: [string, string]): string {
  const [first = "", ...pieces] = text.split(name);
  return pieces.reduce(
    (done, piece) => `${done}${OF_NAME.test(done.slice(-1)) || /^[\w-]/.test(piece) ? name : other}${piece}`,
    first,
  );
}

/** A refusal of the engine in such names, those in its sentences too: `no such index [books_reindexed_1]`. */
export async function refusalWithKnownNames(response: EngineResponse, named: Named): Promise<EngineResponse> {
  if (response.status < 400 || !response.body.includes(MARK)) return response;
  const shown = await shownNames(named);
  return { ...response, body: shown.reduce(withoutWord, response.body) };
}
