import type { NextFunction, Request, RequestHandler, Response } from "express";
import { sendPlainPage } from "./plain-page";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/** What decides whether a form comes from our own pages. `host` is the host the browser believes it talks to. */
export type RequestOrigin = { host: string; origin?: string | undefined; referer?: string | undefined; fetchSite?: string | undefined };

/**
 * True when a state-changing request may come from one of our own pages.
 * `Origin` decides when it is there ("null" is foreign); else `Sec-Fetch-Site`, else `Referer`. A request with none of the three comes
 * from no current browser's form (a script of the operator), and carries no cookie that somebody else could misuse.
 */
export function isOwnOrigin({ host, origin, referer, fetchSite }: RequestOrigin): boolean {
  if (origin !== undefined) return hostOf(origin) === host.toLowerCase();
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return false;
  if (referer !== undefined && referer !== "") return hostOf(referer) === host.toLowerCase();
  return true;
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host.toLowerCase() : null;
}

/** The host as the browser wrote it, without the default port of the protocol, as `URL.host` has it. */
function hostOfRequest(request: Request): string {
  const host = request.get("x-forwarded-host")?.split(",")[0]?.trim() ?? request.get("host") ?? "";
  return hostOf(`${request.protocol}://${host}`) ?? host;
}

/** Refuses what the Remix adapter cannot turn into a Request (it would answer 500), and proxy headers nobody vouches for. */
export function wellFormedOnly({ trustProxy }: { trustProxy: unknown }): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (trustProxy === false) {
      for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for", "x-forwarded-port"]) delete request.headers[name];
    }
    if (!methods.has(request.method)) {
      response.set("Allow", [...methods].join(", "));
      sendPlainPage(response, {
        status: 405,
        title: "Method not allowed",
        text: `This server does not know the method ${request.method}.`,
      });
      return;
    }
    const hosts = [request.headers.host ?? "", request.get("x-forwarded-host") ?? request.headers.host ?? ""];
    const target = `http://${request.headers.host}${request.url}`;
    if (!request.url.startsWith("/") || !hosts.every(isHost) || !URL.canParse(target)) {
      sendPlainPage(response, { status: 400, title: "Bad request", text: "The address or the Host header of this request is malformed." });
      return;
    }
    if (!isDecodable(request.path)) {
      sendPlainPage(response, {
        status: 400,
        title: "Bad address",
        text: "This address has a percent sign that does not start a valid character.",
      });
      return;
    }
    next();
  };
}

const isHost = (host: string) => hostPattern.test(host) && URL.canParse(`http://${host}`);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Refuses state-changing requests from pages of another origin with a 403, resource routes included. */
export function ownOriginOnly(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const own = isOwnOrigin({
      host: hostOfRequest(request),
      origin: request.get("origin"),
      referer: request.get("referer"),
      fetchSite: request.get("sec-fetch-site"),
    });
    if (safeMethods.has(request.method) || own) {
      next();
      return;
    }
    sendPlainPage(response, {
      status: 403,
      title: "Request refused",
      text: "This form was sent from another site, so nothing was changed. Open the page here and send it again. Behind a proxy that changes the Host header, the operator must set TRUST_PROXY.",
    });
  };
}
