import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { readRecord } from "../record/read-record";
import { ALL, requireBuilder, requireTold, shown } from "../record/rights";
import { CodeSchema } from "./schema";

const CODE = "/_uibuilder/:id/code";
const READ = { schema: CodeSchema, most: UI_BUILDER_LIMITS.code.most };
const WHAT = "this code";

const objectOf = (value: JsonValue = null): JsonObject => (isJsonObject(value) ? value : {});

/**
 * `/_uibuilder/{id}/code`: the files that a page is built from, version by version. They are no visitor's: a page that
 * is served brings what it needs of them.
 */
export function codeRoutes({ pages, pageCode, readers }: Pick<Services, "pages" | "pageCode" | "readers">): Route[] {
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  async function requirePage(context: SignedContext): Promise<string> {
    requireBuilder(context);
    const id = idOf(context);
    if (!(await pages.has(id))) throw notFound(`preference ${JSON.stringify(id)} not found`);
    return id;
  }

  async function told(context: SignedContext, code: JsonObject | null, what: string): Promise<Reply> {
    if (!code) throw notFound(`${what} not found`);
    return json(shown(code, { context, reader: await readers(context) }));
  }

  async function newest(context: SignedContext): Promise<Reply> {
    const id = await requirePage(context);
    return told(context, await pageCode.newest(id), "code");
  }

  async function version(context: SignedContext): Promise<Reply> {
    const id = await requirePage(context);
    const number = context.params["version"] ?? "";
    return told(context, await pageCode.version(id, number), `version ${JSON.stringify(number)}`);
  }

  async function versions(context: SignedContext): Promise<Reply> {
    const id = await requirePage(context);
    const reader = await readers(context);
    return json({ versions: (await pageCode.versions(id)).map((one) => shown(one, { context, reader })) });
  }

  async function add(context: SignedContext): Promise<Reply> {
    const id = await requirePage(context);
    const body = readRecord(await context.text(), READ);
    if (isLocal(context)) return message("Code is saved successfully");
    const commit = objectOf(body["metadata"])["commit"];
    const made = { code: objectOf(body["code"]), commit: typeof commit === "string" ? commit : "" };
    const reader = await readers(context);
    const kept = await pageCode.add(id, made, (before) => requireTold(before, { reader, what: WHAT }));
    return json(shown(kept, { context, reader }));
  }

  return [
    { methods: ["GET"], path: CODE, access: ALL, log: "bare", handle: newest },
    { methods: ["PUT"], path: CODE, access: ALL, log: "bare", handle: add },
    { methods: ["GET"], path: `${CODE}/versions`, access: ALL, handle: versions },
    { methods: ["GET"], path: `${CODE}/version/:version`, access: ALL, log: "bare", handle: version },
  ];
}
