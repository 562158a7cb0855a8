import { partsIn, wantsDeploy } from "@common/search-relevance/settings-bundle/compare";
import { BundleError, type Part, PARTS } from "@common/search-relevance/settings-bundle/schema";
import * as z from "zod";
import { type Gate, open } from "~/lib/access-control/gate";
import { screenPath } from "~/navigation/paths";
import { toldTogether } from "~/services/platform/changes/several";
import { requireIndex } from "~/services/indices/get.server";
import { applyInConsole, consoleSteps } from "~/services/search-relevance/settings-file/apply.server";
import {
  dryRun,
  readableParts,
  rightOfPart,
  shownParts,
} from "~/services/search-relevance/settings-file/import.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { keepResult, keptBundle } from "./kept.server";

/** The form of a review: a word of what it showed, and the parts to apply. */
export const applySchema = z.object({
  version: z.string().default(""),
  parts: z.array(z.string(), { error: "Choose at least one part." }).min(1, "Choose at least one part."),
});

/** The dry run of a kept file, for its page. Throws BackendError. */
export async function loadReview(scope: Scope, request: Request) {
  const { name: index } = await requireIndex(scope);
  const kept = keptBundle(scope, { index, request });
  if (!kept) return { state: "gone" as const, index };
  const { id, bundle, from } = kept;
  try {
    const readable = readableParts(scope, partsIn(bundle));
    const { compared, version } = await dryRun(scope, { bundle, index, parts: readable });
    const parts = shownParts(compared);
    const gates = Object.fromEntries(parts.map(({ part }): [string, Gate] => [part, scope.may(rightOfPart[part])]));
    const changed = parts.filter(({ listed }) => listed.length > 0).map(({ part }) => part);
    const offered = changed.filter((part) => gates[part]?.ok);
    const gate: Gate =
      offered.length > 0 ? open : (changed.map((part) => gates[part]).find((one) => one && !one.ok) ?? open);
    const unread = partsIn(bundle).filter((part) => !readable.includes(part));
    return {
      state: "ready" as const,
      index,
      id,
      from,
      of: bundle.index,
      version,
      parts,
      changed,
      offered,
      unread,
      gate,
    };
  } catch (error) {
    if (error instanceof BundleError) return { state: "refused" as const, index, reason: error.message };
    throw error;
  }
}

type Applying = { request: Request; version: string; parts: readonly string[] };

/**
 * Applies the chosen parts, unless the server has changed since the page showed them, and leads to what came of it.
 * Throws BackendError.
 */
export async function applyKept(scope: Scope, { request, version, parts }: Applying) {
  const { name: index } = await requireIndex(scope);
  const kept = keptBundle(scope, { index, request });
  const { pathname, search } = new URL(request.url);
  const again = (text: string) => redirectWithFlash({ request, to: `${pathname}${search}`, kind: "bad", text });
  if (!kept) return again("Nothing was changed: the file is no longer kept.");
  const chosen: Part[] = PARTS.filter((part) => parts.includes(part));
  if (chosen.length === 0) return again("Nothing was changed: choose at least one part.");
  try {
    const whole = await dryRun(scope, {
      bundle: kept.bundle,
      index,
      parts: readableParts(scope, partsIn(kept.bundle)),
    });
    if (whole.version !== version)
      return again(
        "Nothing was changed: somebody changed the settings in the meantime. This is what the file would do now.",
      );
    const { compared } = await dryRun(scope, { bundle: kept.bundle, index, parts: chosen });
    const { made, ...applied } = await applyInConsole({ scope, index }, consoleSteps(compared.steps));
    const ids = made.map(({ id }) => id);
    const result = keepResult(scope, {
      index,
      result: { ...applied, ids, deploy: wantsDeploy(compared.changes), file: kept.id },
    });
    const to = screenPath(scope, "search/file", { rest: ["done"], query: { draft: result } });
    const count = ids.length;
    const changed = toldTogether(made);
    const told = changed && { changed };
    if (applied.refused) {
      const rest = changed && { changed: { ...changed, undoable: false } };
      return redirectWithFlash({ request, to, kind: "bad", text: "The file was not applied as a whole.", ...rest });
    }
    return redirectWithFlash({
      request,
      to,
      text: count === 1 ? "1 change applied." : `${count} changes applied.`,
      ...told,
    });
  } catch (error) {
    if (error instanceof BundleError) return again(`Nothing was changed: ${error.message}`);
    throw error;
  }
}
