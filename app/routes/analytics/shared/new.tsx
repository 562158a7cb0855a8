import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { DefinitionList } from "~/components/ui/definition-list";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { PlainLink } from "~/components/ui/plain-link";
import { CopyButton } from "~/components/ui/request/copy-button";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { keepToken } from "~/services/analytics/shared-links/fresh.server";
import { toCreateLink } from "~/services/analytics/shared-links/make.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { endOfDay, lastDays, linkConstraint, linkSchema, type LinkShape } from "./form.server";
import { shareAddress } from "./share-address";
import { sharedPage } from "./shared-page.server";
import { sharedLinks } from "./thing";

const INTENT = "create-link";

export const handle = sharedLinks.beside("New");
export const meta = titled("Share a page");

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const now = Date.now();
  const page = sharedPage(scope, shareAddress.at(args.request).state.page, now);
  const { zone } = scope.preferences;
  return {
    at: levelRef(args.params["appName"]),
    page,
    zone,
    days: lastDays({ zone, now }),
    constraint: linkConstraint,
    gate: scope.may("credentials:write"),
  };
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
      const made = await change(
        scope,
        toCreateLink(scope, { screen, label, zone: clock.zone, search: page[dates], ends: endOfDay(until, clock) }),
      );
      keepToken(scope, made.value);
      return redirectWithFlash({
        request,
        to: sharedLinks.path(scope, { id: made.value.id }),
        text: "Link created.",
        changed: made,
      });
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
  const back = sharedLinks.path(at);
  if (page === null) {
    return (
      <>
        <PlaceNav backTo={back} backLabel="Shared links" place={null} />
        <PageHeader title="Share a page" />
        <p>
          Open a page of <PlainLink className="link" to={screenPath(at, "analytics")}>{`analytics`}</PlainLink> and
          choose Share there.
        </p>
      </>
    );
  }
  const open = `${screenPath(at, page.screen)}${page.moving}`;
  const same = `${screenPath(at, page.screen)}${page.same}`;
  return (
    <div className="max-w-form">
      <PlaceNav backTo={open} backLabel={page.title} place={null} />
      <PageHeader title={`Share ${page.title.toLowerCase()}`} />
      <DefinitionList
        items={[
          { label: "Page", value: page.title },
          { label: "Index", value: at.app ?? "All indices" },
          { label: "Dates", value: page.range && `${page.range.label}: ${page.range.dates}, ${zone}` },
        ]}
      />
      <h2 className="mt-6 text-16 font-bold">With people who can sign in</h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-13">
        <PlainLink to={same} className="link">
          Link to these numbers
        </PlainLink>
        <CopyButton
          text={typeof window === "undefined" ? same : `${window.location.origin}${same}`}
          label="Copy link"
          failed="Not copied. Open the link and copy its address."
        />
      </p>
      <h2 className="mt-6 text-16 font-bold">With anyone</h2>
      <p className="mb-3 mt-1 text-muted">Whoever has the link sees this page without signing in, and nothing else.</p>
      {!gate.ok && (
        <Notice tone="warn">
          A link reads with an API credential of its own, which you cannot create. {gateReason(gate)}
        </Notice>
      )}
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
              { value: "moving", label: `Rolling: always ${page.range.label.toLowerCase()}` },
              { value: "fixed", label: `Always ${page.range.dates}` },
            ]}
          />
        )}
        <FormEnd label="Create link" busy={busy} gate={gate} cancelTo={open} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
