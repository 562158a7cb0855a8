import { getFilterLabels, getFilterValues } from "~/services/analytics/filter-choices.server";
import { panel } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { Asked } from "../analytics-address";
import { furtherGate } from "../query.server";

const EVENT = "event:";

/**
 * What an address adds a filter by: a user, an IP address, an event whose name is still to be chosen (`event` null), or
 * one event.
 */
function kindOf(by: string): { kind: "user" | "ip" | "event"; event: string | null } | null {
  if (by === "user" || by === "ip") return { kind: by, event: null };
  if (by === "event") return { kind: "event", event: null };
  return by.startsWith(EVENT) && by.length > EVENT.length ? { kind: "event", event: by.slice(EVENT.length) } : null;
}

const nothing: string[] = [];

async function choiceOf(scope: Scope, { by, prefix }: Pick<Asked, "by" | "prefix">) {
  const chosen = kindOf(by);
  if (chosen === null) return null;
  const { kind, event } = chosen;
  const label = kind === "event" ? event : kind === "user" ? "user_id" : "ip";
  const [labels, values] = await Promise.all([
    kind === "event" ? getFilterLabels(scope) : nothing,
    label === null ? nothing : getFilterValues(scope, { label, prefix }),
  ]);
  return labels && values && { kind, event, labels, values, prefix };
}

export type FilterChoice = NonNullable<Awaited<ReturnType<typeof choiceOf>>>;

/** What the bar above figures needs besides their address. */
export async function loadBar(scope: Scope, { request, state }: { request: Request; state: Asked }) {
  const gate = furtherGate(scope);
  const isChoosing = gate.ok && kindOf(state.by) !== null;
  return {
    gate,
    choice: isChoosing ? await panel(choiceOf(scope, state), { request, requestId: scope.context.requestId }) : null,
  };
}

export type Bar = Awaited<ReturnType<typeof loadBar>>;
