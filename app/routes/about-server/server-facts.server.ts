import { backendNames } from "~/lib/access-control/plan";
import { settle } from "~/services/platform/http/settle.server";
import { getSyncInterval } from "~/services/access-control/sync/preferences.server";
import { getSubscription } from "~/services/billing/plan.server";
import { mayOpen, type Scope } from "~/session/scope.server";
import { hasScreen } from "~/navigation/visible.server";

/** The pages that share the facts of the server, in the order of their tabs. */
const pages = [
  { screen: "configure-search-engine-backend", label: "Search engine" },
  { screen: "sync-preferences", label: "Sync preferences" },
  { screen: "billing", label: "Billing" },
  { screen: "monitoring", label: "Monitoring" },
] as const;

/** What a demonstration shows is connected to nothing. */
function engineName({ identity, session, context: { config } }: Scope): string | null {
  const embedded = config.embedded && session.url === config.searchUrl;
  const isBundled = identity.plan.takesEngine?.isBundled ?? config.engineNodes === null;
  if (embedded && isBundled) return "The bundled engine";
  return config.demoBackend !== null ? null : backendNames[identity.backend];
}

/**
 * What there is to say of the server in single facts, and the pages where each can be changed: those that the reader may
 * open. `sync` is what a page has asked for already.
 */
export async function loadServerFacts(scope: Scope, known: { sync?: number | null } = {}) {
  const { identity, session } = scope;
  const { engine, engineUnset, plan } = identity;
  const [sync, billed] = await Promise.all([
    known.sync !== undefined
      ? { ok: true as const, value: known.sync }
      : mayOpen(scope, "sync-preferences")
        ? settle(getSyncInterval(scope))
        : null,
    mayOpen(scope, "billing") && plan.billing ? settle(getSubscription(scope).then((found) => found !== null)) : null,
  ]);
  return {
    address: new URL(session.url).host,
    version: plan.version,
    image: plan.imageType,
    engine: engineUnset ? null : { name: engineName(scope), ...engine },
    sync: sync?.ok ? sync.value : null,
    billed: billed?.ok ? billed.value : null,
    /** Why the first of them could not be loaded. */
    failure: [sync, billed].flatMap((part) => (part && !part.ok ? [part.failure] : []))[0] ?? null,
    pages: pages.filter(
      ({ screen }) => mayOpen(scope, screen) && hasScreen(screen) && (screen !== "billing" || plan.billing),
    ),
  };
}

export type ServerFacts = Awaited<ReturnType<typeof loadServerFacts>>;
