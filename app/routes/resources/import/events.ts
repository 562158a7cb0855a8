import "~/components/kit";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { jobPageView } from "~/routes/data/import/job-view.server";
import { isLive } from "~/services/jobs/states";
import { requireScope } from "~/session/scope.server";
import { isAway } from "~/services/http/errors.server";
import { getImports, requireJobOrOwn } from "~/services/import/imports.server";

const EVERY_MS = 400;
const PING_MS = 15_000;

/** The progress of an import as server-sent events, each the whole view of its page. Ends with the import, or with the right to see it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const seen = await requireJobOrOwn({ scope, jobId: params["jobId"] });
  const { job } = seen;
  const { runner } = getImports(scope.context);
  const encoder = new TextEncoder();
  let stop = () => {};

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let timer: NodeJS.Timeout | undefined;
      let over = false;
      function send() {
        timer = undefined;
        if (over) return;
        const view = jobPageView({ scope, ...seen });
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(view)}\n\n`));
        if (!isLive(view.state)) stop();
      }
      // Rows go in by thousands a second; a page needs to know a few times a second.
      const unsubscribe = runner.subscribe({ id: job.id, listener: () => (timer ??= setTimeout(send, EVERY_MS)) });
      const ping = setInterval(() => {
        controller.enqueue(encoder.encode(": still here\n\n"));
        void requireJobOrOwn({ scope, jobId: job.id }).then(
          ({ asked }) => (seen.asked = asked),
          (error: unknown) => (isAway(error) ? undefined : stop()),
        );
      }, PING_MS);
      stop = () => {
        if (over) return;
        over = true;
        unsubscribe();
        clearInterval(ping);
        clearTimeout(timer);
        try {
          controller.close();
        } catch {
          // The browser closed it first.
        }
      };
      request.signal.addEventListener("abort", () => stop());
      send();
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no" } });
}
