import type { Crumb } from "~/navigation/handle";
import { type LevelRef, type Query, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "credentials";
export type CredentialPage = "edit" | "review" | "delete" | "rotate";

/** The path of a credential, or of a page under it. */
export function credentialPath(at: LevelRef, name: string, page?: CredentialPage, query: Query = {}): string {
  return screenPath(at, SCREEN, { rest: page === undefined ? [name] : [name, page], query });
}

/** The name in the address of a page of one. */
export const credentialNameOf = (pathname: string): string => restOf(pathname);

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
