import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { formReply } from "~/components/forms/reply.server";
import { holds } from "~/lib/access-control/product";
import { planGate } from "~/lib/access-control/plan";
import { exactPath } from "~/lib/data/documents/mapping-fields";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { indexState, stateFor } from "~/services/search-relevance/deploy/index-state.server";
import { keyOf } from "~/services/search-relevance/declared";
import type { RelevanceScreen } from "~/services/search-relevance/setting";
import { switchedOn, unusedParts } from "~/services/search-relevance/acting";
import { differing, valuesOf } from "~/services/search-relevance/draft/draft";
import { keepDraft } from "~/services/search-relevance/draft/draft-store.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { exactFields } from "~/services/data/search/fields";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { FIELDS_CHOICE, listsOf } from "./fields-choice";
import { draftSummary } from "../../_parts/draft-bar.server";
import { draftValues, settingsSchema, typedValues } from "./form.server";
import { ADD_SUB_FIELDS, INTENT, TURN } from "../../_parts/draft-intents";
import { exampleAddress } from "./example/address";
import { loadExample } from "./example/load.server";
import { draftOn, indexOf, readScreen } from "./read-screen.server";
import { addRows, removeRow, rowSettings } from "./row-steps.server";
import { typedRows } from "./typed-rows.server";

/** The loader of a screen of settings. */
export async function loadSettings(args: LoaderFunctionArgs, screen: RelevanceScreen) {
  const read = await readScreen(args, screen);
  const settings = settingsOf(args, screen, read);
  return settings.kind === "form" ? { ...settings, example: await loadExample(args.request, screen, read) } : settings;
}

/** The same of what was read already. */
export function settingsOf(
  { request }: LoaderFunctionArgs,
  screen: RelevanceScreen,
  read: Awaited<ReturnType<typeof readScreen>>,
) {
  const { scope, index, stored, fields, make } = read;
  if (stored === null) return { kind: "not-offered" as const };
  const { base, values: changed } = draftOn(scope, stored);
  const values = { ...valuesOf(base), ...changed };
  const { searchParams } = new URL(request.url);
  const focus = searchParams.get("at");
  const page = Number(searchParams.get("page")) || 1;
  const rows = rowSettings(screen).map((setting) => ({
    ...typedRows({
      ...{ setting, value: values[keyOf(setting)], fields, page, focus, on: switchedOn(values) },
      synonymsAtOnce: holds(scope.identity.product, "kept-synonyms"),
    }),
    name: setting.name,
  }));
  const plan = planGate({ plan: scope.identity.plan, feature: "search-relevancy" });
  return {
    kind: "form" as const,
    index,
    values: { ...typedValues(screen, values), ...Object.fromEntries(rows.map((one) => [one.name, one.rows])) },
    rows: Object.fromEntries(rows.map(({ name, shown }) => [name, shown])),
    // A range is counted of numbers and dates alone.
    ranged: exactFields(fields).flatMap(({ path, kind }) => (kind === "range" ? [path] : [])),
    exact: fields.flatMap((field) => exactPath(field) ?? []),
    names: screen === "results" ? fields.map(({ path }) => path) : [],
    /** Where one types next: a setting, or one of its rows. */
    focus,
    draft: draftSummary(scope, index, { stored, make }),
    state: make && stateFor(screen, indexState(scope, index, { stored, make })),
    // What searches make of the language and of grams is set by the fields that they look into.
    unused: stored.saved && (screen === "languages" || screen === "search") ? unusedParts(stored.record, fields) : [],
    saved: stored.saved,
    plan,
    gate: plan.ok ? scope.may("relevance:write") : plan,
  };
}

/** What its action does: what was typed goes into the draft, and nothing to the server. */
export function savingOf({ request }: ActionFunctionArgs, screen: RelevanceScreen) {
  return {
    right: { screen },
    what: "The draft was not saved.",
    run: async ({ scope, form }: { scope: Scope; form: FormData }) => {
      const removed = removeRow(form);
      const turned = Number(form.get(TURN)) || null;
      const submission = parseWithZod(form, { schema: settingsSchema(screen) });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const index = indexOf(scope);
      const [stored, fields] = await Promise.all([
        getRelevance(scope, index),
        asksForRows(form) ? listFields(scope, index) : [],
      ]);
      if (stored === null) throw new Response("This server has no relevance settings.", { status: 404 });
      const draft = draftOn(scope, stored);
      const before = { ...valuesOf(draft.base), ...draft.values };
      const typed = listsOf(form.get(FIELDS_CHOICE), draftValues(screen, submission.value, before), before);
      const { values, unknown, setting, first } = addRows({
        screen,
        form,
        values: { ...draft.values, ...typed },
        fields,
      });
      if (unknown.length > 0) {
        const fieldErrors = Object.fromEntries(
          unknown.map((name) => [`add-${name}`, ["The index has no such field to choose."]]),
        );
        return formReply(submission, { intent: INTENT, fieldErrors });
      }
      const changed = differing(draft.base, values);
      keepDraft(scope, index, { ...draft, values: changed });
      const at = setting === null ? removed : `${setting}:${first ?? ""}`;
      const page = turned ?? new URL(request.url).searchParams.get("page");
      // The search beside the form shows what was saved just now.
      const tried = exampleAddress.at(request).state.try;
      const query = {
        ...(page !== null && setting === null && { page }),
        ...(at !== null && { at }),
        ...(tried !== "" && { try: tried }),
      };
      // Turning a page is no news where nothing was typed.
      if (turned !== null && JSON.stringify(changed) === JSON.stringify(draft.values))
        return redirect(screenPath(scope, screen, { query }));
      return redirectWithFlash({
        request,
        to: screenPath(scope, screen, { query }),
        text: "Draft saved. Searches change once it is published.",
      });
    },
  };
}

const asksForRows = (form: FormData) =>
  form.has("add-all") ||
  form.has(ADD_SUB_FIELDS) ||
  [...form].some(([name, value]) => name.startsWith("add-") && value !== "");
