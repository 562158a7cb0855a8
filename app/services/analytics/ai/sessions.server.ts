import * as z from "zod";
import { parseInstant } from "~/lib/values/dates";
import { figure, rowsOf } from "~/services/analytics/wire.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

// Contract 20, section 7. These calls take milliseconds, as published dashboards send them.

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
const instant = z
  .union([z.number(), z.string()])
  .nullish()
  .catch(null)
  .transform((value) => parseInstant(value) ?? null);
const texts = z
  .array(z.string())
  .nullish()
  .catch(null)
  .transform((list) => list ?? []);

const figuresSchema = z.object({
  total_sessions: figure,
  total_invocations: figure,
  user_count: figure,
  total_tokens: figure,
  useful: rowsOf(z.object({ key: z.union([z.number(), z.boolean()]), count: z.number() })),
  models: rowsOf(z.object({ key: z.string(), count: z.number() })),
  session_histogram: rowsOf(z.object({ key: z.number(), count: z.number() })),
});

const sessionSchema = z.object({
  session_id: z.string(),
  user_id: text,
  useful: z.boolean().nullish().catch(null),
  reason: text,
  input_tokens: figure,
  output_tokens: figure,
  invocation_count: figure,
  messages: rowsOf(z.object({ role: z.string(), content: z.string() })),
  model: text,
  index: texts,
  document_ids: texts,
  created_at: instant,
  timestamp: instant,
});

export type AiSession = ReturnType<typeof sessionOf>;

function sessionOf({
  session_id: id,
  useful,
  created_at: created,
  timestamp,
  messages,
  ...rest
}: z.output<typeof sessionSchema>) {
  return {
    ...rest,
    id,
    useful: useful ?? null,
    at: timestamp ?? created,
    // What the model is told of its part is no part of the talk.
    messages: messages.filter(({ role }) => role !== "system"),
    question: messages.find(({ role }) => role === "user")?.content ?? "",
  };
}

type Asker = Pick<Scope, "http">;
type Span = { from: number; to: number };
const spanOf = ({ from, to }: Span) => ({ from_timestamp: Math.floor(from), to_timestamp: Math.ceil(to) });

/** What conversations with an AI model came to in a time; null where the server has none. Throws BackendError. */
export async function getAiFigures({ http }: Asker, span: Span) {
  const found = await whereOffered(
    http.call({ path: "/_ai/analytics", query: { ...spanOf(span), size: 1000 }, schema: figuresSchema }),
  );
  if (found === null) return null;
  const voted = (wanted: boolean) => found.useful.find(({ key }) => Boolean(key) === wanted)?.count ?? 0;
  return {
    sessions: found.total_sessions,
    invocations: found.total_invocations,
    users: found.user_count,
    tokens: found.total_tokens,
    useful: voted(true),
    notUseful: voted(false),
    models: found.models.map(({ key }) => key),
    days: found.session_histogram.map(({ key, count }) => ({ at: key, count })),
  };
}

export type AiFigures = NonNullable<Awaited<ReturnType<typeof getAiFigures>>>;

type Asked = Span & { useful: "" | "true" | "false"; model: string; user: string; size: number; page: number };

/** A page of conversations, and whether more follow; null where the server has none. Throws BackendError. */
export async function listAiSessions(
  { http }: Asker,
  { useful, model, user, size, page, ...span }: Asked,
): Promise<{ rows: AiSession[]; more: boolean } | null> {
  const given = (value: string) => (value === "" ? undefined : value);
  // Servers tell how many they sent and not how many there are: one more than is shown tells whether the list goes on.
  const query = {
    ...spanOf(span),
    size: size + 1,
    offset: (page - 1) * size,
    useful: given(useful),
    model_prefix: given(model),
    user_id: given(user),
  };
  const found = await whereOffered(
    http.call({ path: "/_ai/analytics/filter", query, schema: z.object({ hits: rowsOf(sessionSchema) }) }),
  );
  if (found === null) return null;
  const rows = found.hits.slice(0, size).map(sessionOf);
  return { rows: rows.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)), more: found.hits.length > size };
}

/** A conversation; null for one that is not there. Throws BackendError. */
export async function getAiSession({ http }: Asker, id: string): Promise<AiSession | null> {
  const found = await whereOffered(http.call({ path: apiPath`/_ai/${id}/detail`, schema: sessionSchema }));
  return found && sessionOf(found);
}
