import { randomBytes, randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import pino, { type Logger } from "pino";
import { type Config, getConfig } from "~/server/config.server";

declare module "@remix-run/server-runtime" {
  // Declared by Remix as an interface, so this one has to be one too.
  interface AppLoadContext {
    config: Config;
    log: Logger;
    /** The id of the request in the logs, passed on to the back end. */
    requestId: string;
    /** The address of the browser, proxies in front of the console taken off as TRUST_PROXY says. */
    clientAddress: string;
    nonce?: string;
    /** A page is asked for, not its data alone. */
    isPage?: boolean;
    /** Resolves when the answer's socket takes more; streams of unbounded length wait for it. */
    drained(): Promise<void>;
    /** Calls `done` when the answer has been sent or the browser has left. */
    whenSent(done: () => void): void;
    /**
     * Work that goes on though the browser has left: what the request holds of its person's share is given back when it
     * has ended.
     */
    keepOpen?(work: Promise<unknown>): void;
  }
}

/** What an operator is told where the application runs without the console's own server. */
export const WITHOUT_OUR_SERVER =
  "the console runs without its own server: nothing limits what one person holds open or sends at a time, tries to sign in of all callers are counted together; npm start has all of it";

let fallbackLog: Logger | undefined;

/**
 * The context of a request. The console's own server gives one; under `remix-serve`, which gives none, it is made here:
 * then the client's address is unknown (tries are counted together), streams do not wait for slow readers, nothing is
 * told when an answer has been sent, and no share of a person is counted.
 */
export function contextOf(context: AppLoadContext | undefined): AppLoadContext {
  if (context?.config) return context;
  const config = getConfig();
  fallbackLog ??= pino({ level: config.logLevel });
  const requestId = randomUUID();
  return {
    config,
    log: fallbackLog.child({ requestId }),
    requestId,
    clientAddress: "unknown",
    drained: async () => {},
    whenSent: () => {},
  };
}

let isTold = false;

/**
 * Says once in the log that a page is asked for without the console's own server. What begins by itself has no context
 * either way.
 */
export function tellOfServer(context: AppLoadContext | undefined) {
  if (isTold || context?.config) return;
  isTold = true;
  contextOf(context).log.warn(WITHOUT_OUR_SERVER);
}

/** A fresh nonce for the content security policy. */
export function createNonce() {
  return randomBytes(16).toString("base64");
}
