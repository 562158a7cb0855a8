import type { Check } from "../check";

/** No cache keeps an answer, no other site frames it, no browser guesses what it is. */
export const headers: Check = {
  says: "is kept by no cache, framed by nobody, guessed by no browser",
  look: ({ headers: given, isPage }) => {
    const has = (name: string) => given.get(name) ?? "";
    const policy = has("content-security-policy");
    return [
      ...(/no-store/.test(has("cache-control")) ? [] : [`Cache-Control ${has("cache-control")}`]),
      ...(has("x-content-type-options") === "nosniff" ? [] : ["no nosniff"]),
      ...(has("referrer-policy") === "same-origin" ? [] : [`Referrer-Policy ${has("referrer-policy")}`]),
      ...(isPage && !policy.includes("frame-ancestors 'none'") ? ["may be framed"] : []),
      ...(isPage && !policy.includes("base-uri 'none'") ? ["takes a base"] : []),
      ...(isPage && !/script-src[^;]*'nonce-/.test(policy) ? ["scripts without a nonce"] : []),
      ...["access-control-allow-origin", "x-powered-by", "server"].flatMap((name) =>
        has(name) === "" ? [] : [`says ${name}: ${has(name)}`],
      ),
    ];
  },
};
