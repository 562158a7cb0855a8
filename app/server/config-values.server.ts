import * as z from "zod";
import { isIP } from "node:net";
import { trimEndOf } from "@common/text/trim-end";
import { plainAddress } from "@common/http/addresses";

// What a variable of the environment may be: each kind with its fallback and its own sentence about what is allowed.

function isHttpUrl(value: string) {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === ""
  );
}

/** A host pattern of the allow-list: a URL, or one whose host name starts with `*.`, or `*` for everything. */
function isUrlPattern(value: string) {
  return value === "*" || isHttpUrl(value.replace("*", "wildcard").replace(":*", ""));
}

/** A source of `frame-ancestors`. */
export function isFrameSource(value: string) {
  return value === "'self'" || value === "self" || /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(value);
}

/** An address, a network or a name of networks that proxies may stand in. */
export function isProxyAddress(value: string) {
  const [address = "", bits] = value.split("/");
  if (["loopback", "linklocal", "uniquelocal"].includes(value)) return true;
  return (
    isIP(address) !== 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
  );
}

/** The parts of a comma list. */
export const list = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A variable with its own sentence about what is allowed; the sentence is the whole error message. */
export function variable<T>({
  fallback,
  allowed,
  parse,
}: {
  fallback: string;
  allowed: string;
  parse: (value: string) => T | undefined;
}) {
  return z
    .string()
    .optional()
    .transform((given, context): T => {
      const value = given === undefined || given.trim() === "" ? fallback : given.trim();
      const parsed = parse(value);
      if (parsed !== undefined) return parsed;
      context.addIssue({ code: "custom", message: allowed, params: { value } });
      return z.NEVER;
    })
    .meta({ fallback, allowed });
}

/** A whole number between two. */
export function whole({ fallback, from, to }: { fallback: number; from: number; to: number }) {
  return variable({
    fallback: String(fallback),
    allowed: `a whole number from ${from} to ${to}`,
    parse: (value) =>
      /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to ? Number(value) : undefined,
  });
}

/** An address, null for none. */
export function url({ allowed = "an http or https URL without a user name" } = {}) {
  return variable({
    fallback: "",
    allowed,
    parse: (value): string | null | undefined => {
      if (value === "") return null;
      return isHttpUrl(value) ? trimEndOf(value, "/") : undefined;
    },
  });
}

/** Any text. */
export const text = (fallback: string) => variable({ fallback, allowed: "any text", parse: (value) => value });

/** True or false; 1 and 0 too. */
export const yesOrNo = variable({
  fallback: "false",
  allowed: "true or false",
  parse: (value) => (value === "true" || value === "1" ? true : value === "false" || value === "0" ? false : undefined),
});

/** One of a few names, null for none. */
export function oneOf<Name extends string>(names: readonly Name[]) {
  return variable({
    fallback: "",
    allowed: names.join(", "),
    parse: (value): Name | null | undefined => (value === "" ? null : names.find((name) => name === value)),
  });
}

/** Where people reach this console: an origin, for it stands at the root of its host. */
export const publicUrl = variable({
  fallback: "",
  allowed: "the http or https address of this console as people open it, without a path: https://search.example.com",
  parse: (value): string | null | undefined => {
    if (value === "") return null;
    const url = plainAddress(value);
    if (url === null || !isHttpUrl(value)) return undefined;
    return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === ""
      ? url.origin
      : undefined;
  },
});

/** An issuer is kept to the letter: a slash at its end belongs to its name. */
export const issuer = variable({
  fallback: "",
  allowed:
    "the https address of an OpenID Connect provider (http only on this machine), without a user name, query or fragment",
  parse: (value): string | null | undefined => {
    if (value === "") return null;
    if (!isHttpUrl(value)) return undefined;
    const { protocol, hostname } = new URL(value);
    return protocol === "https:" || isLoopback(hostname) ? value : undefined;
  },
});

const isLoopback = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."));

/** The address of a mail server. */
export function isSmtpUrl(value: string) {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (protocol === "smtp:" || protocol === "smtps:") && hostname !== "";
}

/** What mails come from, as given; null for nothing. */
export function mailSender(value: string): string | null | undefined {
  if (value === "") return null;
  return /^(?:[^<>@,;"]{1,100} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(value) ? value : undefined;
}

/** A list of addresses with stars in their host names. */
export const urlPatterns = variable({
  fallback: "",
  allowed: "a comma list of http or https URLs, `*` allowed in host names",
  parse: (value) => (list(value).every(isUrlPattern) ? list(value) : undefined),
});
