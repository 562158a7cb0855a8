import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { formReply } from "~/components/forms/reply.server";
import { planGate } from "~/lib/access/plan";
import { exactPath, type MappingField } from "~/lib/documents/mapping-fields";
import { screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { listFields } from "~/services/mappings/get.server";
import type { RelevanceScreen } from "~/services/relevance/declared";
import { differing, type Draft, valuesOf } from "~/services/relevance/draft";
import { getDraft, keepDraft } from "~/services/relevance/draft-store.server";
import { getRelevance, type RelevanceSettings } from "~/services/relevance/settings.server";
import { exactFields, textFields } from "~/services/search/fields";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { draftSummary } from "./draft-bar.server";
import { draftValues, settingsSchema, typedValues } from "./form.server";
import { INTENT } from "./intents";

/** Rows of a form, at most; fields that are set come first. */
const MOST_ROWS = 300;

/** The index of an address; these screens are those of one. */
export function indexOf(scope: Scope): string {
  if (scope.level !== "app") throw new Response("There is no such page.", { status: 404 });
  return scope.app;
}

function fieldsFor(screen: RelevanceScreen, fields: readonly MappingField[]): string[] {
  if (screen === "search") return textFields(fields).flatMap((field) => [field.path, ...field.subFields.map(({ path }) => path)]);
  return screen === "aggs" ? exactFields(fields).map(({ path }) => path) : [];
}

/** The draft of whoever asks, or an empty one on what is stored. */
export function draftOn(scope: Scope, stored: RelevanceSettings): Draft {
  return getDraft(scope, indexOf(scope)) ?? { base: stored.record, version: stored.version, values: {} };
}

/** The loader of a screen of settings. */
export async function loadSettings({ request, params, context }: LoaderFunctionArgs, screen: RelevanceScreen) {
  const scope = await requireScope(request, params, permissionsOf(screen), context);
  const index = indexOf(scope);
  const [stored, fields] = await Promise.all([getRelevance(scope, index), listFields(scope, index)]);
  if (stored === null) return { kind: "not-offered" as const };
  const { base, values } = draftOn(scope, stored);
  const offered = fieldsFor(screen, fields).slice(0, MOST_ROWS);
  const plan = planGate({ plan: scope.identity.plan, feature: "search-relevancy" });
  return {
    kind: "form" as const,
    index,
    values: typedValues(screen, { ...valuesOf(base), ...values }, offered),
    // A range is counted of numbers and dates alone.
    ranged: exactFields(fields).flatMap(({ path, kind }) => (kind === "range" ? [path] : [])),
    exact: fields.flatMap((field) => exactPath(field) ?? []),
    names: fields.map(({ path }) => path).slice(0, MOST_ROWS),
    draft: draftSummary(scope, index),
    saved: stored.saved,
    plan,
    gate: plan.ok ? scope.may("relevance:write") : plan,
  };
}

/** What its action does: what was typed goes into the draft, and nothing to the server. */
export function savingOf({ request }: ActionFunctionArgs, screen: RelevanceScreen) {
  return {
    right: permissionsOf(screen),
    what: "The draft was not saved.",
    run: async ({ scope, form }: { scope: Scope; form: FormData }) => {
      const submission = parseWithZod(form, { schema: settingsSchema(screen) });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const index = indexOf(scope);
      const stored = await getRelevance(scope, index);
      if (stored === null) throw new Response("This server has no relevance settings.", { status: 404 });
      const draft = draftOn(scope, stored);
      const values = { ...draft.values, ...draftValues(screen, submission.value) };
      keepDraft(scope, index, { ...draft, values: differing(draft.base, values) });
      return redirectWithFlash({ request, to: screenPath(scope, screen), text: "Draft saved. Searches change once it is deployed." });
    },
  };
}
