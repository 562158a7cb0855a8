import { checkIndices } from "@backend/gateway/platform/access/indices";
import { badRequest, notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { lastingName, requireExisting } from "../../indices/index-names";
import type { Services } from "@backend/gateway/services";
import { type KnownSynonym, synonymsOf } from "./schema";
import { requireSynonymsTold, toldSynonyms } from "./told";

const ACCESS: Access = { kind: "server", category: "synonyms" };
const OF_INDEX: Access = { ...ACCESS, indices: "path" };

function replaced(kept: readonly KnownSynonym[], given: readonly string[]): KnownSynonym[] {
  const ids = new Set(given);
  return kept.filter(({ _id }) => ids.has(_id));
}

/**
 * `/_synonyms`, `/_synonym`: synonyms by index. They are kept here; in force they are once an index has them in its
 * analysis.
 */
export function synonymRoutes(services: Pick<Services, "engine" | "reIndexed" | "readers" | "synonyms">): Route[] {
  const { synonyms, readers } = services;
  const asked = ({ params }: SignedContext) => params["index"] ?? "";

  async function list(context: SignedContext): Promise<Reply> {
    const kept = await synonyms.ofIndex(await lastingName(services, asked(context)));
    return json(toldSynonyms(kept, await readers(context, context.indices)), 202);
  }

  async function put(context: SignedContext): Promise<Reply> {
    const path = asked(context);
    const index = await lastingName(services, path);
    const { records, given } = synonymsOf({
      body: await context.text(),
      index,
      isOther: (name) => name !== index && name !== path,
    });
    await requireExisting(services, index);
    const other = await synonyms.ofAnother(index, given);
    if (other !== null) throw badRequest(`synonym ${other} is one of another index`);
    const reader = await readers(context, context.indices);
    if (reader && given.length > 0) requireSynonymsTold(replaced(await synonyms.ofIndex(index), given), reader);
    if (!isLocal(context)) await synonyms.put(records);
    return json(records, 202);
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const id = context.params["id"] ?? "";
    const known = await synonyms.get(id);
    if (!known) throw notFound("synonym not found");
    checkIndices(context.caller, [known.index]);
    requireSynonymsTold([{ _id: id, ...known }], await readers(context, [known.index]));
    if (!isLocal(context)) await synonyms.remove(id);
    return json({ _id: id, acknowledge: true, message: "Synonym deleted successfully" }, 202);
  }

  // What an index that is gone has left can be removed too.
  async function removeAll(context: SignedContext): Promise<Reply> {
    const index = await lastingName(services, asked(context));
    const reader = await readers(context, context.indices);
    if (reader) requireSynonymsTold(await synonyms.ofIndex(index), reader);
    const removed = isLocal(context) ? 0 : await synonyms.removeAll(index);
    if (removed === 0) await requireExisting(services, index);
    return message("Synonyms deleted successfully");
  }

  return [
    { methods: ["GET"], path: "/_synonyms/:index", access: OF_INDEX, handle: list },
    { methods: ["DELETE"], path: "/_synonyms/:index", access: OF_INDEX, handle: removeAll },
    { methods: ["PUT"], path: "/_synonym/:index", access: OF_INDEX, weighs: "synonyms", handle: put },
    { methods: ["DELETE"], path: "/_synonym/:id", access: ACCESS, handle: remove },
  ];
}
