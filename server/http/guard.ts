import type { NextFunction, Request, RequestHandler, Response } from "express";
import { foreignOrigin } from "~/server/security.server";
import { sendRefusal } from "./refusal";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host.toLowerCase() : null;
}

/** The host as the browser wrote it, without the default port of the protocol, as `URL.host` has it. */
function hostOfRequest(request: Request): string {
  const host = request.get("host") ?? "";
  return hostOf(`${request.protocol}://${host}`) ?? host;
}

const forwardedHeaders = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for", "x-forwarded-port"];

/**
 * Takes forwarded headers away unless the sender is a trusted proxy (TRUST_PROXY). A trusted X-Forwarded-Host becomes
 * the Host, since the Remix adapter would add the port of the inner Host to it.
 */
function settleForwarded(request: Request): void {
  const isTrusted = request.app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  if (!isTrusted(request.socket.remoteAddress ?? "", 0)) {
    for (const name of forwardedHeaders) delete request.headers[name];
    return;
  }
  const host = request.get("x-forwarded-host")?.split(",")[0]?.trim();
  if (host === undefined) return;
  request.headers.host = host;
  request.headers["x-forwarded-host"] = host;
}

/**
 * Refuses what the Remix adapter cannot turn into a Request (it would answer 500), and proxy headers nobody vouches
 * for.
 */
export function wellFormedOnly(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    settleForwarded(request);
    if (!methods.has(request.method)) {
      response.set("Allow", [...methods].join(", "));
      sendRefusal(response, {
        status: 405,
        title: "Method not allowed",
        text: `This server does not know the method ${request.method}.`,
      });
      return;
    }
    const target = `http://${request.headers.host}${request.url}`;
    if (!request.url.startsWith("/") || !isHost(request.headers.host ?? "") || !URL.canParse(target)) {
      sendRefusal(response, {
        status: 400,
        title: "Bad request",
        text: "The address or the Host header of this request is malformed.",
      });
      return;
    }
    if (!isDecodable(request.path)) {
      sendRefusal(response, {
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

/**
 * Refuses state-changing requests from pages of another origin with a 403, resource routes included, whose actions
 * Remix does not check.
 */
export function ownOriginOnly(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const headers = { get: (name: string) => request.get(name) ?? null };
    if (foreignOrigin({ method: request.method, headers, host: hostOfRequest(request) }) === null) {
      next();
      return;
    }
    sendRefusal(response, {
      status: 403,
      title: "Request refused",
      text: "This form was sent from another site, or your browser did not say from where. Nothing was changed. Open the page here and send it again. Behind a proxy that changes the Host header, the operator must set TRUST_PROXY.",
    });
  };
}
