import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CheckboxField, ChoiceField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { readForm } from "~/components/forms/read-form.server";
import { formReply } from "~/components/forms/reply.server";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { ZoneField } from "~/components/forms/zone-field";
import { PageHeader } from "~/components/ui/page/page-header";
import { useReader } from "~/components/ui/reader";
import { formatDateTime } from "~/lib/values/dates";
import { timeZones } from "~/lib/values/time-zones.server";
import type { Handle } from "~/navigation/handle";
import { requireSameOrigin } from "~/server/security.server";
import { personOf, readPreferences, withFirstSteps, writePreferences } from "~/session/preferences.server";
import { redirectWithFlash, requireSession } from "~/sessions.server";
import { preferencesConstraint, PreferencesSchema, type PreferencesShape } from "./preferences-form.server";

const INTENT = "save-preferences";

export const handle: Handle = { crumbs: () => [{ label: "Preferences" }] };
export const meta: MetaFunction = () => [{ title: "Preferences" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = personOf(await requireSession({ request, context }));
  const { theme, chosenZone, chosenLite, listView, systemIndices, withoutFirstSteps } = readPreferences(request);
  return {
    constraint: preferencesConstraint,
    zones: timeZones(chosenZone),
    values: {
      theme,
      zone: chosenZone,
      lite: liteChoice(chosenLite),
      listView,
      systemIndices,
      firstSteps: !withoutFirstSteps.includes(person),
    },
  };
}

function liteChoice(chosen: boolean | undefined) {
  if (chosen === undefined) return "auto" as const;
  return chosen ? ("on" as const) : ("off" as const);
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const person = personOf(await requireSession({ request, context }));
  const submission = parseWithZod(await readForm(request, { mostBytes: 64 * 1024 }), { schema: PreferencesSchema });
  if (submission.status !== "success") return formReply(submission, { intent: INTENT });
  const { lite, zone, firstSteps, ...rest } = submission.value;
  const withoutFirstSteps = withFirstSteps({
    people: readPreferences(request).withoutFirstSteps,
    person,
    shown: firstSteps,
  });
  const cookie = writePreferences(request, {
    ...rest,
    zone,
    lite: lite === "auto" ? undefined : lite === "on",
    withoutFirstSteps,
  });
  return redirectWithFlash({
    request,
    to: "/account/preferences",
    text: "Preferences saved.",
    headers: { "Set-Cookie": cookie },
  });
}

export default function PreferencesScreen() {
  const { constraint, values, zones } = useLoaderData<typeof loader>();
  const { zone, zoneKnown, now } = useReader();
  const { form, fields, busy } = useServerForm<PreferencesShape>({
    id: "preferences",
    intent: INTENT,
    constraint,
    defaultValue: values,
  });
  return (
    <>
      <PageHeader title="Preferences" description="Stored in this browser only." />
      <ServerForm form={form} intent={INTENT} reloadDocument labels={{ zone: "Time zone" }}>
        <FieldGroup legend="Appearance">
          <ChoiceField
            field={fields.theme}
            label="Theme"
            options={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
              { value: "system", label: "System" },
            ]}
          />
          <ChoiceField
            field={fields.lite}
            label="Lite pages"
            hint="Pages without scripts: smaller, with the same functions."
            options={[
              { value: "auto", label: "When the browser asks to save data" },
              { value: "on", label: "Always" },
              { value: "off", label: "Never" },
            ]}
          />
        </FieldGroup>
        <FieldGroup legend="Dates">
          <ZoneField
            field={fields.zone}
            label="Time zone"
            zones={zones}
            placeholder="The browser's time zone"
            hint={
              <>
                Now: {formatDateTime({ instant: now, zone, named: true })}
                {zoneKnown ? "" : ", because this browser has not told its zone"}.
              </>
            }
          />
        </FieldGroup>
        <FieldGroup legend="Index lists">
          <ChoiceField
            field={fields.listView}
            label="View"
            options={[
              { value: "list", label: "List" },
              { value: "grid", label: "Grid" },
            ]}
          />
          <CheckboxField field={fields.systemIndices} label="Show system indices" hint="Names that start with a dot." />
          <CheckboxField
            field={fields.firstSteps}
            label="Show first steps"
            hint="On the overview, while there are no documents."
          />
        </FieldGroup>
        <FormEnd label="Save preferences" busyLabel="Saving…" busy={busy} cancelTo="/" />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
