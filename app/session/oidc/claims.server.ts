import type { OidcConfig } from "~/server/config.server";

/**
 * What a provider says of a person: the claims of the ID token, and of its userinfo endpoint where the token lacks
 * some.
 */
export type Claims = Readonly<Record<string, unknown>>;

const MOST_VALUES = 500;
/** Longer ones would not fit into a cookie. */
const LONGEST = 256;
const LONGEST_PERSON = 120;

function isObject(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const own = (claims: Claims, name: string): unknown => (Object.hasOwn(claims, name) ? claims[name] : undefined);

/** A claim by its name; where there is none of that name, `a.b` is `b` within `a`. */
export function claimOf(claims: Claims, name: string): unknown {
  const whole = own(claims, name);
  if (whole !== undefined) return whole;
  return name.split(".").reduce<unknown>((at, part) => (isObject(at) ? own(at, part) : undefined), claims);
}

/** Whether an address is the person's own. Some providers send the text "true". */
export const isVerified = (claims: Claims) => claims["email_verified"] === true || claims["email_verified"] === "true";

/** The texts of a claim: one, or those of a list. An e-mail address counts only where the provider has verified it. */
export function claimValues(claims: Claims, name: string): string[] {
  if (name === "email" && !isVerified(claims)) return [];
  const value = claimOf(claims, name);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((one) => typeof one === "string")
    .filter((one) => one !== "" && one.length <= LONGEST)
    .slice(0, MOST_VALUES);
}

/**
 * Whom a person is called in the console: by OIDC_PERSON, else by the claim of the file where that is one text and no
 * list, else by the subject, which every provider gives.
 */
export function personIn({
  claims,
  oidc,
  subject,
}: {
  claims: Claims;
  oidc: Pick<OidcConfig, "person" | "claim">;
  subject: string;
}): string {
  const [person] = claimValues(claims, oidc.person);
  const single = Array.isArray(claimOf(claims, oidc.claim)) ? undefined : claimValues(claims, oidc.claim)[0];
  // Signs that are not seen, or turn text round, could make one person look like another.
  const shown = (person ?? single ?? subject).replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return shown === "" ? "somebody" : [...shown].slice(0, LONGEST_PERSON).join("");
}
