import { decodeSegment } from "~/lib/ids";
import type { Crumb } from "~/navigation/handle";
import { type LevelRef, type Query, screenPath } from "~/navigation/paths";

const SCREEN = "credentials";
export type CredentialPage = "edit" | "review" | "delete" | "rotate";

/** The path of a credential, or of a page under it. */
export function credentialPath(at: LevelRef, name: string, page?: CredentialPage, query: Query = {}): string {
  return screenPath(at, SCREEN, { rest: page === undefined ? [name] : [name, page], query });
}

/** The name in the address of a page of one: the router's parameter would take an encoded slash for a slash. */
export function credentialNameOf(pathname: string): string {
  const segments = pathname.split("/");
  return decodeSegment(segments[segments.indexOf(SCREEN, 2) + 1] ?? "");
}

/** Breadcrumbs of a page under one. */
export const credentialCrumbs =
  (label?: string) =>
  ({ pathname, at }: { pathname: string; at: LevelRef }): Crumb[] => {
    const name = credentialNameOf(pathname);
    return label === undefined ? [{ label: name }] : [{ label: name, to: credentialPath(at, name) }, { label }];
  };

/** Title of a page of credentials. */
export const credentialTitle = (params: Record<string, string | undefined>, ...parts: string[]) =>
  [...parts, "API credentials", params["appName"] ?? "Cluster"].join(" · ");
