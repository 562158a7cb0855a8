import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import helmet from "helmet";
import { constants } from "node:zlib";
import type { Logger } from "pino";
import type { Config } from "~/server/config.server";
import { privateCaching } from "~/server/security.server";
import { formGate, withTakenBody } from "./form-gate";
import { ownOriginOnly, wellFormedOnly } from "./guard";
import { healthz, readyz } from "./health";
import { leaveSecrets } from "./leave-secrets";
import { requestLogging } from "./logging";
import { createMetrics } from "./metrics";
import { sendRefusal } from "./refusal";
import { asksPageData } from "./page-data";
import { routeSlices } from "./route-slice";
import { staticFiles } from "./static-files";
import { type Holds, holdsOf } from "./shares/kinds";
import { noPageData } from "./shares/no-page-data";
import { consoleShares, type Holder } from "./shares/shares";
import { takesOf } from "./takes";
import { bringsFiles, hasBody } from "./unread-body";

export type ConsoleOptions = {
  config: Config;
  logger: Logger;
  /** The Remix build; a function where it may change (development). */
  build: ServerBuild | (() => Promise<ServerBuild>);
  publicFolder: string;
  /** Aborted when the process begins to end. */
  ending: AbortSignal;
};

/**
 * Resolves when the response takes more. The Remix adapter writes without waiting, so a long download awaits this in
 * its stream's
 * `pull`; without it a slow reader fills the memory.
 */
function drained(response: Response): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

const idOf = (request: Request) => request.get("x-request-id") ?? "";

/** Headers of every answer. The content security policy of pages is made in the application, where the nonce is. */
function securityHeaders(): express.RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: false,
    // Framing is decided by `frame-ancestors` alone (FRAME_ANCESTORS); the older header knows no list.
    xFrameOptions: false,
    // no-referrer makes browsers send `Origin: null` with every form.
    referrerPolicy: { policy: "same-origin" },
    // Sent by the next middleware, only over https.
    strictTransportSecurity: false,
  });
  // None of them depends on the request, so the dozen functions behind them run once.
  const fixed = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => fixed.set(name, value),
    removeHeader: () => undefined,
  };
  protect({} as Request, recorder as unknown as Response, () => undefined);
  return (_request, response, next) => {
    for (const [name, value] of fixed) response.setHeader(name, value);
    next();
  };
}

const onlyHttps: express.RequestHandler = (request, response, next) => {
  if (request.secure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  next();
};

/**
 * A header of the application replaces the server's own of that name. The Remix adapter appends, and some headers mean
 * nothing when they come twice (Cross-Origin-Opener-Policy).
 */
const applicationHeadersWin: express.RequestHandler = (_request, response, next) => {
  // Of resources that say nothing themselves.
  response.setHeader("Cache-Control", privateCaching);
  const append = response.append.bind(response);
  response.append = (name, value) =>
    /^(set-cookie|vary)$/i.test(name) ? append(name, value) : response.set(name, value);
  next();
};

// A page's text is 7 % smaller than with the usual 4, for no measurable time.
const packed = { brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } };

/** The last resort: a bad request stays a 4xx, everything else is logged and answered with the request's id. */
const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
  if (response.headersSent || response.destroyed) {
    request.log.info({ err: error }, "the answer was broken off");
    response.destroy();
    return;
  }
  if (status < 500) {
    sendRefusal(response, { status, title: "Bad request", text: "This request could not be read." });
    return;
  }
  request.log.error({ err: error }, "unexpected error");
  sendRefusal(response, {
    status: 500,
    title: "Something went wrong",
    text: `The console could not answer. The log has the reason under the request id ${idOf(request)}.`,
  });
};

type HandlerOptions = Parameters<typeof createRequestHandler>[0];

/** The Remix handler; in production one for each kind of address, which knows only the routes that it needs. */
function pages({ build, ...options }: HandlerOptions): express.RequestHandler {
  if (typeof build === "function") {
    const handler = createRequestHandler({ build, ...options });
    return (request, response, next) => handler(withTakenBody(request), response, next);
  }
  const buildFor = routeSlices(build);
  const handlers = new WeakMap<ServerBuild, express.RequestHandler>();
  return (request, response, next) => {
    const slice = buildFor(request.originalUrl);
    const handler = handlers.get(slice) ?? createRequestHandler({ build: slice, ...options });
    handlers.set(slice, handler);
    return handler(withTakenBody(request), response, next);
  };
}

/** What a table that is made from the build tells of a request's target. */
function toldBy<Told>(
  build: ConsoleOptions["build"],
  tableOf: (build: ServerBuild) => (target: string) => Told,
): (target: string) => Promise<Told> {
  if (typeof build === "function") return async (target) => tableOf(await build())(target);
  const table = tableOf(build);
  return async (target) => table(target);
}

type Asks = { headers: Headers; context: AppLoadContext };

/** Who asks. The application says it, for it knows sessions; one that does not is answered by address. */
async function holderBy(build: ConsoleOptions["build"], { headers, context }: Asks): Promise<Holder> {
  const module: ServerBuild["entry"]["module"] & { holderOf?: (asks: Asks) => Holder } = (
    typeof build === "function" ? await build() : build
  ).entry.module;
  return module.holderOf?.({ headers, context }) ?? { isKnown: false, name: context.clientAddress };
}

/**
 * Probes, files that come from the disk, and what the router asks before it asks for a page: all of it is answered at
 * once.
 */
const PLAIN = /^\/(?:healthz|readyz|metrics|__manifest|build\/.*|favicon[^/]*)$/;

/** The console's Express application: probes, static files, guards, then the Remix handler. Listens nowhere yet. */
export function createConsoleApp({ config, logger, build, publicFolder, ending }: ConsoleOptions): Express {
  const app = express();
  const { measure, metrics } = createMetrics({
    isPublic: config.metricsPublic,
    backend: config.embedded ? config.searchUrl : undefined,
  });
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("trust proxy", config.trustProxy);
  const contexts = new WeakMap<Response, AppLoadContext>();
  const takes = toldBy(build, takesOf);
  const holds = toldBy<Holds>(build, holdsOf);
  const shares = consoleShares({
    holds,
    isUpload: async (request) => bringsFiles(request) && (await takes(request.originalUrl)) === "files",
    holderOf: (request, response) =>
      holderBy(build, {
        headers: new Headers({ Cookie: request.get("cookie") ?? "" }),
        context: contextFor(request, response),
      }),
    isLeftOut: (request) =>
      (request.method === "GET" || request.method === "HEAD") && !hasBody(request) && PLAIN.test(request.path),
  });

  /** The context of a request, one for all that ask for it. */
  function contextFor(request: Request, response: Response): AppLoadContext {
    const known = contexts.get(response);
    if (known !== undefined) return known;
    const context: AppLoadContext = {
      config,
      log: request.log,
      requestId: idOf(request),
      clientAddress: request.ip ?? "unknown",
      secure: request.secure,
      isPage: !asksPageData(request.originalUrl),
      drained: () => drained(response),
      whenSent: (done) => void response.once("close", done),
      keepOpen: (work) => shares.keep(response, work),
      ending,
    };
    contexts.set(response, context);
    return context;
  }

  app.use(
    requestLogging(logger),
    measure,
    securityHeaders(),
    onlyHttps,
    shares.guard,
    formGate({ takes, formOf: shares.formOf }),
    noPageData(holds),
  );
  app.get("/metrics", metrics);
  app.get("/healthz", healthz);
  app.get("/readyz", readyz({ searchUrl: config.searchUrl, isEnding: () => ending.aborted }));
  app.use(wellFormedOnly(), ownOriginOnly(), compression(packed));
  app.use(staticFiles({ publicFolder }), leaveSecrets());
  app.all(
    "*",
    applicationHeadersWin,
    pages({
      build,
      mode: process.env.NODE_ENV ?? "production",
      getLoadContext: contextFor,
    }),
  );
  app.use(onError);
  return app;
}
