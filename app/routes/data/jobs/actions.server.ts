import { unknownIntent } from "~/components/forms/reply.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { resumeJob } from "~/services/platform/jobs/as-change.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { requireJobRow, requireJobRowOrOwn } from "~/services/platform/jobs/rights.server";
import { RESUME, TRY_NOW } from "./intents";

/** What the buttons of a job do, on the list as on its page. Goes back to where the form stood. */
export async function answerJob({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const { pathname, search } = new URL(request.url);
  const intent = form.get("intent");
  const given = form.get("job");
  const jobId = typeof given === "string" ? given : "";
  const { table, runner } = getJobs(scope.context);
  const back = (text: string, kind: "good" | "info" | "bad" = "info") =>
    redirectWithFlash({ request, to: `${pathname}${search}`, kind, text });
  switch (intent) {
    case RESUME: {
      const row = await requireJobRow({ scope, jobId });
      if (row.state !== "interrupted") return back("The job is not interrupted.");
      return (await resumeJob(scope, row)) !== null
        ? back("The job continues where it stopped.", "good")
        : back("Too many jobs are waiting. Try again when some have finished.", "bad");
    }
    case TRY_NOW: {
      const { row } = await requireJobRowOrOwn({ scope, jobId });
      table.tryNow(row.id);
      runner.next();
      return back("The job tries again now.");
    }
    default:
      throw unknownIntent(intent);
  }
}
