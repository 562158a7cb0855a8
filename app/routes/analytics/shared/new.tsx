import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DefinitionList, FormBoundary, PlaceNav } from "~/components/detail-kit";
import { FormEnd, SelectField, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { Notice, PageHeader, PlainLink } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { gateReason } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { keepToken } from "~/services/shared-links/fresh.server";
import { toCreateLink } from "~/services/shared-links/make.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { endOfDay, lastDays, linkConstraint, linkSchema, type LinkShape } from "./form.server";
import { linkPath, SHARED } from "./paths";
import { shareAddress } from "./share-address";
import { sharedPage } from "./shared-page.server";

const INTENT = "create-link";

export const handle: Handle = { screen: SHARED, crumbs: () => [{ label: "New" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Share a page · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const now = Date.now();
  const page = sharedPage(scope, shareAddress.at(args.request).state.page, now);
  const { zone } = scope.preferences;
  return { at: levelRef(args.params["appName"]), page, zone, days: lastDays({ zone, now }), constraint: linkConstraint, gate: scope.may("credentials:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The link was not created.",
    run: async ({ scope, form }) => {
      const clock = { zone: scope.preferences.zone, now: Date.now() };
      const page = sharedPage(scope, shareAddress.at(request).state.page, clock.now);
      const submission = parseWithZod(form, { schema: linkSchema(clock) });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      if (page === null) return formReply(submission, { intent: INTENT, formErrors: ["This page cannot be shared."] });
      const { label, until, dates } = submission.value;
      const { screen } = page;
      const made = await change(scope, toCreateLink(scope, { screen, label, zone: clock.zone, search: page[dates], ends: endOfDay(until, clock) }));
      keepToken(scope, made.value);
      return redirectWithFlash({ request, to: linkPath(scope, made.value.id), text: "Link created.", changed: made });
    },
  });
}

export default function ShareScreen() {
  const { at, page, zone, days, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<LinkShape>({
    id: `share-${page?.screen ?? ""}`,
    intent: INTENT,
    constraint,
    defaultValue: { label: page?.title ?? "", until: days.usual, dates: "moving" },
  });
  const back = screenPath(at, SHARED);
  if (page === null) {
    return (
      <>
        <PlaceNav backTo={back} backLabel="Shared links" place={null} />
        <PageHeader title="Share a page" />
        <p>
          Open a page of <PlainLink className="link" to={screenPath(at, "analytics")}>{`analytics`}</PlainLink> and choose “Share” there.
        </p>
      </>
    );
  }
  const open = `${screenPath(at, page.screen)}${page.moving}`;
  return (
    <div className="max-w-form">
      <PlaceNav backTo={open} backLabel={page.title} place={null} />
      <PageHeader title={`Share ${page.title.toLowerCase()}`} description="Whoever has the link sees this page without signing in, and nothing else." />
      {!gate.ok && <Notice tone="warn">A link reads with an API credential of its own, which you cannot create. {gateReason(gate)}</Notice>}
      <DefinitionList
        items={[
          { label: "Page", value: page.title },
          { label: "Index", value: at.app ?? "All indices" },
          { label: "Dates", value: page.range && `${page.range.label}: ${page.range.dates}, ${zone}` },
        ]}
      />
      <div className="mt-4">
        <ServerForm form={form} intent={INTENT} labels={{ label: "Label", until: "Last day", dates: "Dates" }}>
          <TextField field={fields.label} label="Label" hint="Shown in the list of links and above the shared page." />
          <TextField
            field={fields.until}
            label="Last day"
            type="date"
            min={days.first}
            max={days.last}
            hint="The link ends with this day, at most 90 days from now."
          />
          {page.range === null ? (
            <input type="hidden" name="dates" value="moving" />
          ) : (
            <SelectField
              field={fields.dates}
              label="Dates"
              options={[
                { value: "moving", label: "As the page is set: they move on" },
                { value: "fixed", label: `Always ${page.range.dates}` },
              ]}
            />
          )}
          <FormEnd label="Create link" busy={busy} gate={gate} cancelTo={open} />
        </ServerForm>
      </div>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
