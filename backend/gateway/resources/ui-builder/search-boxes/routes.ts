import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { byContent } from "../record/by-content";
import { readRecord } from "../record/read-record";
import { ALL, ONE, requireBuilder, requireTold, shown } from "../record/rights";
import { requireBoxId, SearchBoxSchema } from "./schema";

const WHAT = "this search box";
const BOX = "/_uibuilder/searchbox/:id";

/**
 * `/_uibuilder/searchboxes`, `/_uibuilder/searchbox/{id}`: search boxes that a widget in a page of the shop draws.
 * Bodies stay out of the request log: they hold the credential of each box.
 */
export function searchBoxRoutes({ suggestions, readers }: Pick<Services, "suggestions" | "readers">): Route[] {
  const { searchBoxes } = suggestions;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";
  const missing = (context: SignedContext) => notFound(`search box ${JSON.stringify(idOf(context))} not found`);

  async function list(context: SignedContext): Promise<Reply> {
    requireBuilder(context);
    const reader = await readers(context);
    return json((await searchBoxes.list()).map((box) => shown(box, { context, reader })));
  }

  async function get(context: SignedContext): Promise<Reply> {
    const [box, reader] = [await searchBoxes.get(idOf(context)), await readers(context)];
    if (!box) throw missing(context);
    return byContent(shown(box, { context, reader }), context);
  }

  async function put(context: SignedContext): Promise<Reply> {
    const id = idOf(context);
    requireBoxId(id);
    const most = UI_BUILDER_LIMITS.searchBox.most;
    const box = readRecord(await context.text(), { schema: SearchBoxSchema, most });
    if (isLocal(context)) return json({ ...box, id });
    const reader = await readers(context);
    const kept = await searchBoxes.put(id, box, (before) => requireTold(before, { reader, what: WHAT }));
    return json(shown(kept, { context, reader }));
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const done = message("Search box is deleted successfully");
    if (isLocal(context)) return done;
    const reader = await readers(context);
    const wasThere = await searchBoxes.remove(idOf(context), (before) => requireTold(before, { reader, what: WHAT }));
    if (!wasThere) throw missing(context);
    return done;
  }

  return [
    { methods: ["GET"], path: "/_uibuilder/searchboxes", access: ALL, log: "bare", handle: list },
    { methods: ["GET"], path: BOX, access: ONE, log: "bare", handle: get },
    { methods: ["PUT"], path: BOX, access: ALL, log: "bare", handle: put },
    { methods: ["DELETE"], path: BOX, access: ALL, handle: remove },
  ];
}
