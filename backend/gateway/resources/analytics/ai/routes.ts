import * as z from "zod";
import { mayUseAll } from "@backend/gateway/platform/access/indices";
import { notFound } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Analytics } from "../analytics";
import { ownerOf } from "../visitors/visitor";
import type { ReportParts } from "../reports/scope";
import { rangeOf, wholeOf, within } from "./filters";
import { aiFigures, aiSessions } from "./reports";
import { type AiSession, createAiSessions } from "./sessions";
import { toldSession } from "./told";

const ACCESS: Access = { kind: "server", category: "analytics", indices: "path" };
const BELOW = 10_000;
const MOST_SESSIONS = 100;
const USUAL_SESSIONS = 30;

const text = z.string().nullish();
const FeedbackSchema = z.object({
  useful: z.boolean().nullish(),
  reason: text,
  user_id: text,
  meta: z.record(z.string(), z.unknown()).nullish(),
});

function filtersOf({ query }: SignedContext): object[] {
  const least = wholeOf(query["invocation_min"]);
  const most = wholeOf(query["invocation_max"]);
  const { useful, model_prefix: model, user_id: user } = query;
  return [
    ...(least === undefined && most === undefined
      ? []
      : [
          {
            range: {
              invocation_count: {
                ...(least === undefined ? {} : { gte: least }),
                ...(most === undefined ? {} : { lte: most }),
              },
            },
          },
        ]),
    ...(useful === "true" || useful === "false" ? [{ term: { useful: useful === "true" } }] : []),
    ...(model ? [{ prefix: { model: { value: model } } }] : []),
    ...(user ? [{ term: { user_id: user } }] : []),
  ];
}

/**
 * `/_ai/analytics`: figures of conversations with an AI model, the conversations themselves, and what visitors thought
 * of them.
 */
export function aiRoutes(parts: ReportParts & Pick<Analytics, "readers">): Route[] {
  const sessions = createAiSessions(parts);

  async function known({ params }: SignedContext): Promise<{ id: string; session: AiSession }> {
    const id = params["id"] ?? "";
    const session = await sessions.get(id);
    if (!session) throw notFound(`AI session ${id} not found`);
    return { id, session };
  }

  // For who had another conversation, or may not use what it was about, there is none of that id.
  function requireMayTell(
    context: SignedContext,
    { session, userId }: { session: AiSession; userId: string | null | undefined },
  ): void {
    const owner = ownerOf(context, userId);
    const { recorded_by: by, user_id: user } = session;
    const isOther = owner.isNamed && user != null && user !== owner.userId;
    const isElsewhere = by !== undefined && by !== owner.origin.key;
    if (!owner.origin.isAdmin && (isOther || isElsewhere || !mayUseAll(context.caller, session.index)))
      throw notFound(`AI session ${session.session_id} not found`);
  }

  async function figures(context: SignedContext): Promise<Reply> {
    const size = wholeOf(context.query["size"]) ?? 100;
    return json(
      await aiFigures(parts, { range: rangeOf(context), size: size < BELOW ? size : 100, signal: context.signal }),
    );
  }

  async function list(context: SignedContext): Promise<Reply> {
    const { query, signal } = context;
    const filter = [within("created_at", rangeOf(context)), ...filtersOf(context)];
    const size = Math.min(wholeOf(query["size"]) ?? USUAL_SESSIONS, MOST_SESSIONS);
    const offset = Math.min(wholeOf(query["offset"]) ?? 0, BELOW - MOST_SESSIONS);
    const { hits, count } = await aiSessions(parts, { filter, signal, size, offset });
    const reader = await parts.readers(context);
    return json({ hits: hits.map((session) => toldSession(session, reader)), count });
  }

  async function one(context: SignedContext): Promise<Reply> {
    return json(toldSession((await known(context)).session, await parts.readers(context)));
  }

  async function feedback(context: SignedContext): Promise<Reply> {
    const { useful, reason, user_id, meta } = parseOwnBody({
      text: await context.text(),
      schema: FeedbackSchema,
      refusal: "Can't parse request body",
    });
    const { id, session } = await known(context);
    requireMayTell(context, { session, userId: user_id });
    const to: AiSession = {
      ...session,
      useful: useful ?? session.useful,
      reason: reason ?? session.reason,
      user_id: session.user_id ?? user_id,
      updated_at: Date.now(),
      ...(meta == null ? {} : { meta }),
    };
    await sessions.change(id, { from: session, to });
    return message("AI session is updated successfully");
  }

  return [
    { methods: ["GET"], path: "/_ai/analytics", access: ACCESS, log: false, handle: figures },
    { methods: ["GET"], path: "/_ai/analytics/filter", access: ACCESS, log: false, handle: list },
    { methods: ["GET"], path: "/_ai/:id/detail", access: ACCESS, log: false, handle: one },
    {
      methods: ["PUT", "POST"],
      path: "/_ai/:id/analytics",
      access: { kind: "server", category: "analytics" },
      handle: feedback,
    },
  ];
}
