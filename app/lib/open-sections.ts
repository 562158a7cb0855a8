// Which sections of the sidebar stay open. A cookie without anything secret, so that scripts may write it at a click and the server at a visit.

export const OPEN_SECTIONS = "sd_open";
/** For who has not opened or closed a section yet. */
export const OPEN_AT_FIRST = "develop";
const YEAR = 365 * 24 * 3600;

/** The ids in the cookie's value; anything that is no id of a section is left out. */
export function parseOpenSections(value: string | undefined): string[] {
  return [...new Set((value ?? "").split(".").filter((id) => /^[a-z-]{1,30}$/.test(id)))].slice(0, 20);
}

export function formatOpenSections(ids: readonly string[]): string {
  return [...new Set(ids)].join(".");
}

/** The cookie as a script writes it. */
export function openSectionsCookie(ids: readonly string[], { secure }: { secure: boolean }): string {
  return `${OPEN_SECTIONS}=${formatOpenSections(ids)};path=/;max-age=${YEAR};samesite=lax${secure ? ";secure" : ""}`;
}
