import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { settle } from "~/services/platform/http/settle.server";
import { readCallers, type Use } from "~/services/data/logs/callers.server";
import type { Scope } from "~/session/scope.server";

export type Usage = { ok: true; of: (name: string) => Use } | { ok: false; why: string };

/** Who called how often; where the server or its rights keep that, one sentence why. Never throws for a failed call. */
export async function readUsage({
  http,
  may,
  ...at
}: Pick<Scope, "http" | "may"> & { level: Scope["level"]; app?: string | undefined }): Promise<Usage> {
  const gate = may("logs:read");
  if (!gate.ok) return { ok: false, why: `Usage is not shown. ${gate.missing}.` };
  const callers = await settle(readCallers({ http }, at.app));
  if (callers.ok) return { ok: true, of: callers.value };
  const { kind } = callers.failure;
  if (isNotOffered(callers.failure))
    return { ok: false, why: "Usage is not shown: this server does not tell who called." };
  return {
    ok: false,
    why:
      kind === "not-allowed"
        ? "Usage is not shown: the server does not tell it to your user."
        : "Usage could not be loaded.",
  };
}
