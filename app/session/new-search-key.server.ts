import { appLevel, screenPath } from "~/navigation/paths";
import { mayOpen, type Scope } from "./scope.server";

/** The page that creates a credential for a search page of an index; null where the reader may create none. */
export function newSearchKey(scope: Scope, index: string): string | null {
  if (!mayOpen(scope, "credentials") || !scope.may("credentials:write").ok) return null;
  return screenPath(appLevel(index), "credentials/new", { query: { template: "search-page" } });
}
