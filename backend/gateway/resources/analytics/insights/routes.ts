import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { LogServices } from "../../data/logs/search";
import { otherClauses, rangeClause, type ReportParts, type ReportScope, scopeOf } from "../reports/scope";
import { monthBefore, readMonth } from "./month";
import { INSIGHT_IDS, insightsOf } from "./rules";
import { createStatuses } from "./statuses";

const ACCESS: Access = { kind: "server", category: "analytics", indices: "path" };
const BodySchema = z.object({ id: z.string().nullish(), status: z.string().nullish() });
const StatusSchema = z.enum(["saved", "read", "deleted"]);

function placeOf(context: SignedContext) {
  return { scope: context.params["index"] ?? "", ...monthBefore(new Date()) };
}

/** Insights of the calendar month before, and what became of each. Every month starts with all of them fresh. */
export function insightRoutes(parts: ReportParts & LogServices): Route[] {
  const statuses = createStatuses(parts);

  async function read(context: SignedContext): Promise<Reply> {
    const { scope: of, month, from, to } = placeOf(context);
    const asked = scopeOf(context, { reader: null });
    // No parameter narrows insights: they are of everybody's searches.
    const everybody = { userId: undefined, ip: undefined, own: [], events: {} };
    const scope: ReportScope = {
      ...asked,
      ...everybody,
      from,
      to,
      filter: [rangeClause({ from, to }), ...otherClauses(everybody, asked.indices)],
    };
    const [found, known] = await Promise.all([
      readMonth(parts, { scope, context }),
      statuses.get({ scope: of, month }),
    ]);
    const all = insightsOf(found).map((one) => ({ ...one, status: known[one.id] ?? "fresh" }));
    const inList = (wanted: string) =>
      all.filter(({ status }) => status === wanted).map(({ id, insight }) => ({ id, insight }));
    return json({ insights: inList("fresh"), saved: inList("saved"), read: inList("read") });
  }

  async function move(context: SignedContext): Promise<Reply> {
    const { id, status } = parseOwnBody({
      text: await context.text(),
      schema: BodySchema,
      refusal: "can't parse request body",
    });
    if (id == null || id === "") throw badRequest("id is required");
    if (!INSIGHT_IDS.includes(id)) throw badRequest(`there is no insight ${JSON.stringify(id)}`);
    const wanted = StatusSchema.safeParse(status);
    if (!wanted.success) throw badRequest("status must be one of saved, read, deleted");
    const { scope, month } = placeOf(context);
    await statuses.put({ scope, month, id, status: wanted.data });
    return message("Insight status is updated successfully");
  }

  const both = (name: string) => [`/_analytics/${name}`, `/_analytics/:index/${name}`];
  return [
    ...both("insights").map((path): Route => ({ methods: ["GET"], path, access: ACCESS, log: false, handle: read })),
    // Dashboards send a PUT; the calls of published lists name POST.
    ...both("insight-status").map((path): Route => ({ methods: ["PUT", "POST"], path, access: ACCESS, handle: move })),
  ];
}
