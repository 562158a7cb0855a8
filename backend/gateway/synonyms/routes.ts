import { checkIndices } from "../access/indices";
import { badRequest, notFound } from "../http/errors";
import { isLocal } from "../http/local";
import { json, message, type Reply } from "../http/reply";
import type { Access, Route, SignedContext } from "../http/types";
import { lastingName, requireExisting } from "../indices/index-names";
import type { Services } from "../services";
import { synonymsOf } from "./schema";

const ACCESS: Access = { kind: "server", category: "synonyms" };
const OF_INDEX: Access = { ...ACCESS, indices: "path" };

/** `/_synonyms`, `/_synonym`: synonyms by index. They are kept here; in force they are once an index has them in its analysis. */
export function synonymRoutes(services: Pick<Services, "engine" | "reIndexed" | "synonyms">): Route[] {
  const { synonyms } = services;
  const asked = ({ params }: SignedContext) => params["index"] ?? "";

  async function list(context: SignedContext): Promise<Reply> {
    return json(await synonyms.ofIndex(await lastingName(services, asked(context))), 202);
  }

  async function put(context: SignedContext): Promise<Reply> {
    const path = asked(context);
    const index = await lastingName(services, path);
    const { records, given } = synonymsOf({ body: await context.text(), index, isOther: (name) => name !== index && name !== path });
    await requireExisting(services, index);
    const other = await synonyms.ofAnother(index, given);
    if (other !== null) throw badRequest(`synonym ${other} is one of another index`);
    if (!isLocal(context)) await synonyms.put(records);
    return json(records, 202);
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const id = context.params["id"] ?? "";
    const known = await synonyms.get(id);
    if (!known) throw notFound("synonym not found");
    checkIndices(context.caller, [known.index]);
    if (!isLocal(context)) await synonyms.remove(id);
    return json({ _id: id, acknowledge: true, message: "Synonym deleted successfully" }, 202);
  }

  // What an index that is gone has left can be removed too.
  async function removeAll(context: SignedContext): Promise<Reply> {
    const index = await lastingName(services, asked(context));
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
