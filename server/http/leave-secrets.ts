import type { RequestHandler } from "express";
import { hasSecrets, withoutSecrets } from "~/lib/address/address-secrets";
import { loginPath, safePath } from "~/lib/address/deep-link";
import { locationOf } from "~/server/redirect.server";

/**
 * Keeps passwords out of every page and redirect, whatever address they came in. One that could sign somebody in is
 * handed to the sign-in page, which uses it and leads away; any other is dropped: a reader is led to the address
 * without it, a form goes on without it.
 */
export function leaveSecrets(): RequestHandler {
  return (request, response, next) => {
    const { originalUrl } = request;
    // The sign-in page leads away by itself.
    if (!hasSecrets(originalUrl) || /^\/login(\.data)?\?/.test(originalUrl)) return next();
    const go = (address: string) => {
      request.url = address;
      request.originalUrl = address;
      next();
    };
    if (request.method !== "GET" && request.method !== "HEAD") return go(withoutSecrets(originalUrl));
    const signIn = loginPath(new URL(originalUrl, `http://${request.get("host") ?? "localhost"}`));
    if (hasSecrets(signIn))
      return go(/^[^?]*\.data\?/.test(originalUrl) ? signIn.replace("/login", "/login.data") : signIn);
    response.set("Cache-Control", "no-store").redirect(302, locationOf(safePath(originalUrl)));
  };
}
