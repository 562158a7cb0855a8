import { Writable } from "node:stream";
import {
  type AppLoadContext,
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { contextOf, createNonce, tellOfServer } from "~/server/context.server";
import { withoutToken } from "~/lib/address/address-secrets";
import { NonceProvider } from "~/browser/nonce";
import { contentSecurityPolicy, privateCaching, securityHeaders } from "~/server/security.server";
import { StyleTextProvider } from "~/browser/style-sheets";
import { styleTextFor } from "~/server/style-text.server";
import { startReportMails } from "~/routes/analytics/mail/start.server";
import { registerKinds } from "~/services/kinds.server";
import { startJobs } from "~/services/platform/jobs/jobs.server";
import { startScheduledTests } from "~/services/search-relevance/relevance-tests/schedule/runner.server";
import { mayStream } from "~/services/platform/http/streaming.server";

// For the console's server, which counts what a person holds open before the application is asked.
export { holderOf } from "~/session/holder.server";

const RENDER_TIMEOUT_MS = 40_000;

/** How long panels may come after their page; Remix would give them up after five seconds. */
export const streamTimeout = RENDER_TIMEOUT_MS;

registerKinds();
// Jobs that were under way when the console stopped go on without anybody opening a page.
startJobs();
startReportMails();
startScheduledTests();

/**
 * Remix keeps the data of every answer until `streamTimeout` is over, or the browser left: at a hundred pages a second
 * that is half a gigabyte. When an answer has been sent nothing waits any longer, so its listeners hear what they would
 * hear then; the signal itself stays as it is.
 */
function letGo({ request, context }: { request: Request; context: AppLoadContext }) {
  context.whenSent(() => request.signal.dispatchEvent(new Event("abort")));
}

/**
 * React writes a page in dozens of small pieces, and each would go through every stream on the way to the socket on its
 * own. The pieces of one turn go as one. Returns where React writes to and what the response reads; `left` is called
 * when the reader goes away.
 */
function gathered(left: () => void) {
  let pieces: Buffer[] = [];
  let waiting: NodeJS.Immediate | undefined;
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  function flush() {
    clearImmediate(waiting);
    waiting = undefined;
    if (pieces.length > 0) control?.enqueue(Buffer.concat(pieces));
    pieces = [];
  }
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      waiting ??= setImmediate(flush);
      done();
    },
    final(done) {
      flush();
      control?.close();
      control = undefined;
      done();
    },
  });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (control = controller),
    cancel() {
      control = undefined;
      left();
    },
  });
  return { sink, body };
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  loadContext: AppLoadContext | undefined,
) {
  tellOfServer(loadContext);
  const context = contextOf(loadContext);
  const { config, log, nonce = createNonce() } = context;
  letGo({ request, context });
  const stream = mayStream(request);
  headers.set("Content-Type", "text/html; charset=utf-8");
  setCommonHeaders(headers);
  const styleText = styleTextFor({ request, headers });
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({ nonce, config, development: process.env["NODE_ENV"] === "development" }),
  );

  return new Promise<Response>((resolve, reject) => {
    let shellSent = false;
    let answered = status;
    const send = () => {
      shellSent = true;
      const { sink, body } = gathered(abort);
      pipe(sink);
      resolve(new Response(body, { status: answered, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <StyleTextProvider value={styleText}>
          <RemixServer context={remix} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={nonce} />
        </StyleTextProvider>
      </NonceProvider>,
      {
        nonce,
        [stream ? "onShellReady" : "onAllReady"]: send,
        onShellError: reject,
        onError(error: unknown) {
          answered = 500;
          // Errors before the shell come back by onShellError and are logged there.
          if (shellSent && !request.signal.aborted) log.error({ err: error }, "rendering failed");
        },
      },
    );
    const late = setTimeout(abort, RENDER_TIMEOUT_MS + 1000).unref();
    context.whenSent(() => clearTimeout(late));
  });
}

/** Answers of client-side navigations carry the same headers as pages. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request, context }) => {
  letGo({ request, context: contextOf(context) });
  setCommonHeaders(response.headers);
  return response;
};

function setCommonHeaders(headers: Headers) {
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", privateCaching);
}

/** Reports what no screen expected. Answers that a loader throws on purpose, and readers who left, are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const { log } = contextOf(context);
  const { pathname, searchParams } = new URL(request.url);
  const path = withoutToken(pathname);
  // Nothing of ours asks for data by `_data`; Remix calls it an error where somebody else does.
  if (isRouteErrorResponse(error)) log.debug({ path, status: error.status }, "no such page or method");
  else if (searchParams.has("_data")) log.debug({ err: error, path }, "asked for in the way of older consoles");
  else log.error({ err: error, path }, "unexpected error");
};
