import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { answerForm, failed } from "~/server/form-action.server";
import { scheduleShape } from "~/lib/schedule/schema.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { appLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { requireIndex } from "~/services/indices/get.server";
import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import { toCreateSchedule, toDeleteSchedule } from "~/services/search-relevance/relevance-tests/schedule/make.server";
import { deleteSchedule, scheduleOf } from "~/services/search-relevance/relevance-tests/schedule/store.server";
import { redirectWithFlash } from "~/sessions.server";
import { SCHEDULE, STOP_SCHEDULE } from "./intents";
import { relevanceTests } from "./thing";

const ScheduleSchema = z.object(scheduleShape({ daily: true }));
export type ScheduleShape = z.input<typeof ScheduleSchema>;
export const scheduleConstraint = getZodConstraint(ScheduleSchema);

/** Sets the schedule of an index's tests up, or stops it. */
export function answerSchedule(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: relevanceTests,
    what: "The schedule is as it was.",
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const to = relevanceTests.path(appLevel(index), { page: "schedule" });
      if (form.get("intent") === STOP_SCHEDULE) {
        const kept = scheduleOf(scope.context.config, testsOf(scope, index));
        const text = "The tests no longer run by a schedule.";
        if (kept === undefined) return redirectWithFlash({ request, to, text });
        try {
          return redirectWithFlash({ request, to, text, changed: await change(scope, toDeleteSchedule(scope, kept)) });
        } catch (error) {
          if (!isBackendError(error, 404)) throw error;
          // Somebody deleted the credential by itself.
          deleteSchedule(scope.context.config, kept.id);
          const told = `${text} Its API credential was not deleted. ${changeFailed(error.failure)}`;
          return redirectWithFlash({ request, to, kind: "bad", text: told });
        }
      }
      const submission = parseWithZod(form, { schema: ScheduleSchema });
      if (submission.status !== "success") return formReply(submission, { intent: SCHEDULE });
      try {
        const changed = await change(scope, toCreateSchedule(scope, { index, ...submission.value }));
        return redirectWithFlash({ request, to, text: "The tests run by this schedule from now on.", changed });
      } catch (error) {
        return failed(error, submission, { intent: SCHEDULE, what: "The schedule was not set up." });
      }
    },
  });
}
