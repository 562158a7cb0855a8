import type { Scope } from "~/session/scope.server";
import { listCredentials } from "./read.server";

export type CredentialName = { username: string; description: string | null; role: string };

/** The credentials that name an index: only what says whose they are. Throws BackendError. */
export async function listCredentialsNaming(scope: Pick<Scope, "http">, index: string): Promise<CredentialName[]> {
  const list = await listCredentials(scope, index);
  return list.map(({ name, description, role }) => ({ username: name, description: description || null, role }));
}
