import * as z from "zod";
import { apiPath } from "~/services/http/path";
import { settle } from "~/services/http/settle.server";
import type { Scope } from "~/session/scope.server";

const DAY_MS = 86_400_000;

const callersSchema = z
  .object({ callers: z.array(z.object({ name: z.string(), count: z.coerce.number(), last: z.coerce.number() })).nullish() })
  .transform(({ callers }) => callers ?? []);

/** Calls of the last 7 days and the last one of the last 30, by name. */
export type Use = { calls: number; last: number | null };
export type Usage = { ok: true; of: (name: string) => Use } | { ok: false; why: string };

/** Who called how often; where the server or its rights keep that, one sentence why. Never throws for a failed call. */
export async function readUsage({ http, may, ...at }: Pick<Scope, "http" | "may"> & { level: Scope["level"]; app?: string | undefined }): Promise<Usage> {
  const gate = may("logs:read");
  if (!gate.ok) return { ok: false, why: `Usage is not shown. ${gate.missing}.` };
  const path = at.app === undefined ? "/_logs/callers" : apiPath`/${at.app}/_logs/callers`;
  const ask = (days: number) =>
    settle(
      http.call({
        path,
        query: { from_timestamp: Math.floor((Date.now() - days * DAY_MS) / 1000), to_timestamp: Math.ceil(Date.now() / 1000) },
        schema: callersSchema,
      }),
    );
  const [week, month] = await Promise.all([ask(7), ask(30)]);
  if (!week.ok || !month.ok) {
    const { kind, status } = week.ok ? (month.ok ? { kind: "status", status: 0 } : month.failure) : week.failure;
    if (kind === "not-offered" || [400, 404].includes(status)) return { ok: false, why: "Usage is not shown: this server does not tell who called." };
    return { ok: false, why: kind === "not-allowed" ? "Usage is not shown: the server does not tell it to your user." : "Usage could not be loaded." };
  }
  const calls = new Map(week.value.map(({ name, count }) => [name, count]));
  const lasts = new Map(month.value.map(({ name, last }) => [name, last]));
  return { ok: true, of: (name) => ({ calls: calls.get(name) ?? 0, last: lasts.get(name) ?? null }) };
}
