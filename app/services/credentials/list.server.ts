import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { apiPath } from "~/services/http/path";

// Only what says whose credential it is: the passwords in the answer stay here.
const credentialSchema = z.object({ username: z.string(), description: z.string().nullish(), indices: z.array(z.string()).nullish() });
const listSchema = z
  .array(credentialSchema)
  .nullable()
  .transform((list) => list ?? []);

export type CredentialName = { username: string; description: string | null };

/** The credentials that name an index. Older servers lack the list by index (405): there the whole list is read. Throws BackendError. */
export async function listCredentialsNaming({ http }: Pick<Scope, "http">, index: string): Promise<CredentialName[]> {
  const list = await http.call({ path: apiPath`/${index}/_permissions`, schema: listSchema }).catch((error: unknown) => {
    if (!isBackendError(error, 405)) throw error;
    return http.call({ path: "/_permissions", schema: listSchema });
  });
  return list.filter((one) => one.indices?.includes(index)).map(({ username, description }) => ({ username, description: description ?? null }));
}
