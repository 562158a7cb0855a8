import { isAway } from "~/services/platform/http/errors.server";

// By way of a server module: these routes have a `handle`, and with it all that they import would come to the browser.
export { isLive } from "~/services/platform/jobs/states";

const EVERY_MS = 400;
/** Another console that runs a job on the same data folder tells nobody here. */
const LOOK_MS = 2_000;
const PING_MS = 15_000;

type JobEventsOptions = {
  request: Request;
  /** What the page shows now, and whether nothing more will come. */
  views: () => { data: unknown; isLast: boolean };
  /** Asks the back end whether it may still be seen; what it throws ends the stream, unless the back end is away. */
  ask: () => Promise<unknown>;
  /** Calls the listener at every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
};

/** The views of a page of jobs as server-sent events: one at once, then one for each change, a few a second at most. */
export function jobEvents({ request, views, ask, subscribe }: JobEventsOptions): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let timer: NodeJS.Timeout | undefined;
      let last = "";
      let over = false;
      function send() {
        timer = undefined;
        if (over) return;
        const { data, isLast } = views();
        const text = JSON.stringify(data);
        if (text !== last) controller.enqueue(encoder.encode(`data: ${text}\n\n`));
        last = text;
        if (isLast) stop();
      }
      const soon = () => (timer ??= setTimeout(send, EVERY_MS));
      // Rows go in by thousands a second; a page needs to know a few times a second.
      const unsubscribe = subscribe(soon);
      const look = setInterval(soon, LOOK_MS);
      const ping = setInterval(() => {
        controller.enqueue(encoder.encode(": still here\n\n"));
        ask().catch((error: unknown) => (isAway(error) ? undefined : stop()));
      }, PING_MS);
      stop = () => {
        if (over) return;
        over = true;
        unsubscribe();
        clearInterval(look);
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
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}
