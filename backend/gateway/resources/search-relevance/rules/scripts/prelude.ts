/**
 * Read in every run before the script: what scripts find beside the language itself. `host` are functions of this
 * server that take and give texts; they stay in this closure. What a script changes of it is gone with the run.
 */
export const PRELUDE = `(function (host) {
  "use strict";
  const { parse, stringify } = JSON;
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  const shown = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return String(value);
    try { return stringify(value) ?? String(value); } catch { return String(value); }
  };
  const log = (...parts) => host.log(stringify(parts.map(shown).join(" ")));
  define("console", { log, info: log, warn: log, error: log, debug: log });

  class Response {
    constructor({ status, headers, body }) {
      this.status = status;
      this.ok = status >= 200 && status < 300;
      this.headers = { get: (name) => headers[String(name).toLowerCase()] ?? null };
      this.text = async () => body;
      this.toString = () => body;
      this.json = async () => parse(body);
    }
  }
  define("fetch", async (url, { method = "GET", headers = {}, body = null } = {}) => {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [String(name), String(value)]));
    const asked = { url: String(url), method: String(method), headers: given, body: body === null ? null : String(body) };
    return new Response(parse(await host.fetch(stringify(asked))));
  });

  const digest = (algorithm) => (text) => parse(host.digest(stringify([algorithm, String(text), null])));
  const hmac = (algorithm) => (text, key) => parse(host.digest(stringify([algorithm, String(text), String(key)])));
  define("crypto", {
    randomUUID: () => parse(host.uuid()),
    md5: digest("md5"), sha1: digest("sha1"), sha256: digest("sha256"), sha512: digest("sha512"),
    hmacSha1: hmac("sha1"), hmacSha256: hmac("sha256"), hmacSha512: hmac("sha512"),
  });
  define("btoa", (text) => parse(host.base64(stringify(["encode", String(text)]))));
  define("atob", (text) => parse(host.base64(stringify(["decode", String(text)]))));

  const there = "there are console, fetch, crypto (md5, sha1, sha256, sha512, hmacSha1, hmacSha256, hmacSha512, randomUUID), atob and btoa";
  for (const name of ["_", "lodash", "nlp", "CryptoJS", "require", "process", "setTimeout", "setInterval", "XMLHttpRequest"])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => { throw new ReferenceError(name + " is not there in scripts of this server: " + there); },
      set: (value) => define(name, value),
    });

  // Answers of addresses stand here as values; scripts that take them for text read them by JSON.parse all the same.
  return (context) => {
    for (const value of Object.values(context ?? {}))
      if (typeof value === "object" && value !== null)
        Object.defineProperty(value, "toString", { value: () => stringify(value), writable: true, configurable: true });
    return context;
  };
})`;
