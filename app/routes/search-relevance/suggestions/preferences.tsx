import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Card } from "~/components/ui/card";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { keepDraft } from "~/editor/drafts.server";
import { loadEditor } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { planGate } from "~/lib/access-control/plan";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { settle } from "~/services/platform/http/settle.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { listStoredQueries } from "~/services/data/stored-queries/read.server";
import { hasFeatured } from "~/services/search-relevance/suggestions/featured.server";
import { countPopular, getPreferences } from "~/services/search-relevance/suggestions/preferences.server";
import { mayOpen, requireScope } from "~/session/scope.server";
import { preferencesSchema, savedText, typedValues } from "./_parts/form.server";
import { INTENT } from "./_parts/intents";
import { PreferencesForm } from "./_parts/preferences-form";
import { preferencesEditable, preferencesRef } from "./_parts/preferences.server";
import { ShopperList } from "./_parts/shopper-list";
import { loadShopperList } from "./_parts/shopper-list.server";
import { SuggestionTabs } from "./_parts/suggestion-tabs";
import { kindOf } from "./_parts/thing";

export const handle: Handle = { screen: "suggestions" };
export const meta: MetaFunction = ({ location }) => [{ title: `${titles[kindOf(location.pathname)]} · Cluster` }];
const titles = { popular: "Popular suggestions", recent: "Recent suggestions", index: "Index suggestions" };

/** Fields that are proposed; a list of thousands helps nobody. */
const MOST_FIELDS = 300;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "suggestions" }, context);
  const ref = preferencesRef(request);
  const stored = await getPreferences(scope, ref.kind);
  if (stored === null) return { kind: "not-offered" as const };
  const isPopular = ref.kind === "popular";
  const [editor, queries, featured, shoppers, count] = await Promise.all([
    loadEditor({ request, scope, editable: preferencesEditable, ref }),
    ref.kind === "index" ? settle(listStoredQueries(scope)) : null,
    hasFeatured(scope),
    loadShopperList(scope, request),
    isPopular && stored.synced.at !== null ? settle(countPopular(scope, stored.synced.index)) : null,
  ]);
  const fieldList = ref.kind === "index" && shoppers !== null ? await settle(listFields(scope, shoppers.index)) : null;
  const plan = planGate({ plan: scope.identity.plan, feature: "suggestions" });
  return {
    kind: "form" as const,
    of: ref.kind,
    lost: editor.lost,
    values: typedValues(ref.kind, editor.text ?? "{}"),
    version: editor.version,
    queries: queries?.ok ? queries.value.map(({ id }) => id) : [],
    fieldNames: fieldList?.ok ? fieldList.value.map(({ path }) => path).slice(0, MOST_FIELDS) : [],
    featured,
    shoppers,
    synced: isPopular ? { ...stored.synced, count, browsed: mayOpen(scope, "browse") } : null,
    plan,
    gate: plan.ok ? scope.may("suggestions:write") : plan,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "suggestions" },
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const ref = preferencesRef(request);
      const submission = parseWithZod(form, { schema: preferencesSchema(ref.kind) });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const version = form.get("version");
      const draft = { text: savedText(submission.value), version: typeof version === "string" ? version : "" };
      return redirect(await keepDraft({ request, scope, editable: preferencesEditable, ref }, draft));
    },
  });
}

export default function SuggestionsScreen() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "not-offered")
    return <NotOffered title="Suggestions" lacks="has no preferences of suggestions" />;
  const { kind: _form, of, lost, featured, shoppers, synced, plan, ...form } = loaded;
  return (
    <>
      <SuggestionTabs featured={featured} />
      <PlanGatePanel gate={plan} />
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; what is stored now is shown.</Notice>}
      {synced && <LastSync {...synced} isFilled={showsPopular(shoppers)} />}
      <div className="grid items-start gap-5 large:grid-cols-[minmax(0,1fr)_20rem]">
        {/* Another draft is another form. */}
        <PreferencesForm
          key={`${of} ${JSON.stringify(form.values)}`}
          kind={of}
          indices={shoppers?.names ?? []}
          {...form}
        />
        {shoppers && <ShopperList {...shoppers} />}
      </div>
    </>
  );
}

type Sync = NonNullable<Extract<Awaited<ReturnType<typeof loader>>, { kind: "form" }>["synced"]>;

/** Whether the list beside the form has popular searches: then they are collected, whoever did it. */
const showsPopular = (shoppers: Awaited<ReturnType<typeof loadShopperList>>) =>
  shoppers?.found.ok === true && (shoppers.found.value ?? []).some(({ kind }) => kind === "popular");

function LastSync({ at, index, count, browsed, isFilled }: Sync & { isFilled: boolean }) {
  // Searches that are suggested beside this are not missing.
  if ((at === null || count === null) && isFilled) return null;
  return (
    <Card className="mb-4">
      {at === null || count === null ? (
        <p>No popular searches collected yet. Collected daily and on save.</p>
      ) : (
        <SettledPanel of={count} what="The number of suggestions">
          {(found) => (
            <p>
              Last synced {countOf(found, "suggestion")} <Time value={at} />.{" "}
              {browsed && (
                <PlainLink to={screenPath(appLevel(index), "browse")} className="link">
                  Browse data
                </PlainLink>
              )}
            </p>
          )}
        </SettledPanel>
      )}
    </Card>
  );
}

export { FormBoundary as ErrorBoundary };
