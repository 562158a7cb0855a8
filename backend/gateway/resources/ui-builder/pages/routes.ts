import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { byContent } from "../record/by-content";
import { readRecord } from "../record/read-record";
import { ALL, ONE, requireBuilder, requireTold, shown } from "../record/rights";
import { PAGE_KINDS, type PageKind, PageSchema, requirePageId } from "./schema";

const WHAT = "this preference";
const READ = { schema: PageSchema, most: UI_BUILDER_LIMITS.page.most };
const LIST = { search: "/_uibuilder/search", recommendation: "/_uibuilder/recommendation" } as const;
const PAGE = { search: "/_uibuilder/:id/search", recommendation: "/_uibuilder/:id/recommendation" } as const;

type Parts = Pick<Services, "pages" | "pageCode" | "readers">;

function routesOfKind(kind: PageKind, { pages, pageCode, readers }: Parts): Route[] {
  const placeOf = ({ params }: SignedContext) => ({ kind, id: params["id"] ?? "" });
  const missing = (context: SignedContext) =>
    notFound(`${kind} preference ${JSON.stringify(placeOf(context).id)} not found`);

  async function list(context: SignedContext): Promise<Reply> {
    requireBuilder(context);
    const reader = await readers(context);
    return json((await pages.list(kind)).map((page) => shown(page, { context, reader })));
  }

  async function get(context: SignedContext): Promise<Reply> {
    const [page, reader] = [await pages.get(kind, placeOf(context).id), await readers(context)];
    if (!page) throw missing(context);
    return byContent(shown(page, { context, reader }), context);
  }

  async function put(context: SignedContext): Promise<Reply> {
    const place = placeOf(context);
    requirePageId(place.id);
    const page = readRecord(await context.text(), READ);
    const done = message("Preference is saved successfully");
    if (isLocal(context)) return done;
    const reader = await readers(context);
    await pages.put(place, page, (before) => requireTold(before, { reader, what: WHAT }));
    return done;
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const done = message("Preference is deleted successfully");
    if (isLocal(context)) return done;
    const [place, reader] = [placeOf(context), await readers(context)];
    requireTold(await pageCode.newest(place.id), { reader, what: "the code of this preference" });
    if (!(await pages.remove(place, (before) => requireTold(before, { reader, what: WHAT })))) throw missing(context);
    // Its code goes after it: code without a page is told to nobody.
    if (!(await pages.has(place.id))) await pageCode.remove(place.id);
    return done;
  }

  return [
    { methods: ["GET"], path: LIST[kind], access: ALL, log: "bare", handle: list },
    { methods: ["GET"], path: PAGE[kind], access: ONE, log: "bare", handle: get },
    { methods: ["PUT"], path: PAGE[kind], access: ALL, log: "bare", handle: put },
    { methods: ["DELETE"], path: PAGE[kind], access: ALL, handle: remove },
  ];
}

/**
 * `/_uibuilder/search`, `/_uibuilder/recommendation`, `/_uibuilder/{id}/search|recommendation`: what pages of the UI
 * builder are drawn from. Bodies stay out of the request log: they hold credentials.
 */
export function pageRoutes(parts: Parts): Route[] {
  return PAGE_KINDS.flatMap((kind) => routesOfKind(kind, parts));
}
