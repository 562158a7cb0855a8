import type { Editable } from "~/editor/editable.server";
import { getCredential, requireCredential } from "~/services/credentials/read.server";
import { currentOf, readContent, toCreateCredential, toDeleteCredential, toSaveCredential } from "~/services/credentials/write.server";
import { credentialNameOf, credentialPath } from "./paths";

export type CredentialRef = { name: string };

/** The credential that an address names. */
export const credentialRef = (request: Request): CredentialRef => ({ name: credentialNameOf(new URL(request.url).pathname) });

/** A credential, as the editor changes one: all but its name, its password and whose it is. */
export const credentials: Editable<CredentialRef> = {
  noun: "API credential",
  pathOf: (scope, { name }, page, query) => credentialPath(scope, name, page, query),
  async read(scope, { name }) {
    const found = await getCredential(scope, name);
    return found && currentOf(found);
  },
  require: async (scope, { name }) => currentOf(await requireCredential(scope, name)),
  toSave: ({ name }, next) => toSaveCredential({ name, ...next }),
  toCreate: (_, text) => toCreateCredential(readContent(text)),
  toRemove: ({ name }, { text, version }) => toDeleteCredential({ name, text, version }),
  nameOf: ({ name }, text) => readContent(text).description || name,
};
