import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ScheduleFields, scheduleLabels } from "~/components/forms/schedule-fields";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { gateReason } from "~/lib/access-control/gate";
import { hourText, weekdays } from "~/lib/schedule/when";
import { timeZones } from "~/lib/values/time-zones.server";
import { appLevel, screenPath } from "~/navigation/paths";
import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import { scheduleOf } from "~/services/search-relevance/relevance-tests/schedule/store.server";
import { openTests } from "./_parts/form/form.server";
import { SCHEDULE, STOP_SCHEDULE } from "./_parts/intents";
import { answerSchedule, scheduleConstraint, type ScheduleShape } from "./_parts/schedule.server";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.beside("Schedule");
export const meta = relevanceTests.meta("Schedule");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  const kept = scheduleOf(scope.context.config, testsOf(scope, index));
  const schedule = kept && {
    ...{ weekday: kept.weekday, hour: kept.hour, zone: kept.zone, person: kept.person, created: kept.created },
    ...{ credential: kept.credential, ranAt: kept.ran_at, reason: kept.reason, nextTry: kept.next_try },
  };
  return {
    index,
    schedule: schedule ?? null,
    zone: scope.preferences.zone,
    zones: timeZones(scope.preferences.zone),
    constraint: scheduleConstraint,
    gate: scope.may("credentials:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerSchedule(args);
}

export default function ScheduleScreen() {
  const { index, schedule, gate } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-form">
      <PageHeader
        title="Schedule of relevance tests"
        description={`All tests of ${index}, run on the live settings by the console itself. The results are in the history.`}
        actions={<LinkButton to={relevanceTests.path(appLevel(index), { page: "history" })}>History</LinkButton>}
      />
      {!gate.ok && (
        <Notice tone="warn">
          Scheduled tests run with an API credential of their own, which you cannot create or delete. {gateReason(gate)}
        </Notice>
      )}
      {schedule === null ? <NewSchedule /> : <KeptSchedule />}
    </div>
  );
}

function NewSchedule() {
  const { index, zone, zones, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<ScheduleShape>({
    id: `schedule-tests-${index}`,
    intent: SCHEDULE,
    constraint,
    defaultValue: { weekday: 0, hour: 3, zone },
  });
  return (
    <ServerForm form={form} intent={SCHEDULE} labels={scheduleLabels}>
      <ScheduleFields fields={fields} zones={zones} daily />
      <FormEnd label="Run by schedule" busy={busy} gate={gate} cancelTo={relevanceTests.path(appLevel(index))} />
    </ServerForm>
  );
}

function KeptSchedule() {
  const { index, schedule, gate } = useLoaderData<typeof loader>();
  const { form, busy } = useServerForm<Record<string, never>>({ id: `stop-tests-${index}`, intent: STOP_SCHEDULE });
  if (schedule === null) return null;
  const { weekday, hour, zone, person, created, credential, ranAt, reason, nextTry } = schedule;
  const day = weekday === 0 ? "Every day" : `Every ${weekdays[weekday - 1] ?? ""}`;
  return (
    <>
      {reason !== null && (
        <Notice tone="bad">
          The last scheduled run failed. {reason}
          {nextTry !== null && (
            <>
              {" "}
              Next try: <Time value={nextTry} />.
            </>
          )}
        </Notice>
      )}
      <DefinitionList
        items={[
          { label: "Runs", value: `${day} at ${hourText(hour)}, ${zone}` },
          { label: "Last run", value: ranAt === null ? "Not yet" : <Time value={ranAt} /> },
          { label: "Set up by", value: person },
          { label: "Set up", value: <Time value={created} /> },
          {
            label: "API credential",
            value: (
              <PlainLink to={screenPath(appLevel(index), "credentials", { rest: [credential] })}>
                {credential}
              </PlainLink>
            ),
          },
        ]}
      />
      <ServerForm form={form} intent={STOP_SCHEDULE} className="mt-5">
        <FormEnd label="Stop schedule" busy={busy} gate={gate} tone="danger" />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
