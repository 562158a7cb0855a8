import type { JsonObject } from "@common/text/json";
import { notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { DEFAULTS } from "./defaults";
import { lastingName, requireExisting } from "../../indices/index-names";
import { answered, changed, RecordSchema, sectionsOf } from "./record";
import { requireSettingsTold, toldSettings } from "./told";

const ACCESS: Access = { kind: "server", category: "searchrelevancy" };
const OF_INDEX: Access = { ...ACCESS, indices: "path" };
const PATH = "/_searchrelevancy/:index";

/** `/_searchrelevancy`: what a search of an index is filled with where it says nothing of its own. */
export function relevanceRoutes(services: Pick<Services, "engine" | "reIndexed" | "readers" | "relevance">): Route[] {
  const { relevance } = services;
  const asked = ({ params }: SignedContext) => params["index"] ?? "";

  async function shown(context: SignedContext, record: unknown): Promise<unknown> {
    const kept = RecordSchema.parse(record);
    const reader = await services.readers(context, context.indices);
    return reader ? toldSettings(kept, reader) : kept;
  }

  async function get(context: SignedContext): Promise<Reply> {
    const record = await relevance.get(await lastingName(services, asked(context)));
    if (!record) throw notFound("Settings not found");
    return json(
      await shown(context, { ...answered(record), indexSettings: record["indexSettings"] ?? DEFAULTS.indexSettings }),
      202,
    );
  }

  async function put(context: SignedContext): Promise<Reply> {
    const sections = sectionsOf(await context.text());
    const index = await lastingName(services, asked(context));
    await requireExisting(services, index);
    const reader = await services.readers(context, context.indices);
    const told = { reader, replaced: Object.keys(sections) };
    const requireTold = (before: JsonObject | null) => requireSettingsTold(before, told);
    const record = isLocal(context)
      ? changed(await relevance.get(index), sections)
      : await relevance.change(index, { sections, requireTold });
    return json(await shown(context, answered(record)), 202);
  }

  // What an index that is gone has left can be removed too.
  async function remove(context: SignedContext): Promise<Reply> {
    const index = await lastingName(services, asked(context));
    requireSettingsTold(await relevance.get(index), { reader: await services.readers(context, context.indices) });
    const removed = !isLocal(context) && (await relevance.remove(index));
    if (!removed) await requireExisting(services, index);
    return json({ _id: asked(context), acknowledge: true, message: "Search settings deleted successfully" }, 202);
  }

  return [
    {
      methods: ["GET"],
      path: "/_searchrelevancy/_default",
      access: ACCESS,
      handle: async () => json(answered(changed(null, DEFAULTS)), 202),
    },
    { methods: ["GET"], path: PATH, access: OF_INDEX, handle: get },
    { methods: ["PUT"], path: PATH, access: OF_INDEX, handle: put },
    { methods: ["DELETE"], path: PATH, access: OF_INDEX, handle: remove },
  ];
}
