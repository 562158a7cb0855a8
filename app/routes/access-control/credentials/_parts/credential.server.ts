import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { change } from "~/services/platform/changes/change.server";
import type { Content } from "~/services/access-control/credentials/content.server";
import { markFresh } from "~/services/access-control/credentials/fresh.server";
import { getCredential, requireCredential } from "~/services/access-control/credentials/read.server";
import {
  currentOf,
  readContent,
  toCreateCredential,
  toDeleteCredential,
  toSaveCredential,
} from "~/services/access-control/credentials/write.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { credentials } from "./thing";

export type CredentialRef = { name: string };

/** The credential that an address names. */
export const credentialRef = (request: Request): CredentialRef => ({ name: credentials.idIn(request) });

/** A credential, as the editor changes one: all but its name, its password and whose it is. */
export const credentialRights: Editable<CredentialRef> = {
  noun: "API credential",
  pathOf: (scope, { name }, page, query) => credentials.path(scope, { id: name, page, query }),
  async read(scope, { name }) {
    const found = await getCredential(scope, name);
    return found && currentOf(found);
  },
  require: async (scope, { name }) => currentOf(await requireCredential(scope, name)),
  toSave: ({ name }, next) => toSaveCredential({ name, ...next }),
  toCreate: (_, text) => toCreateCredential(readContent(text)),
  toRemove: ({ name }, { text, version }) => toDeleteCredential({ name, text, version }),
  nameOf: ({ name }, text) => readContent(text).description || name,
  factsOf(text) {
    const { indices, operations, role } = readContent(text);
    const where = indices.length === 0 || indices.includes("*") ? "All indices" : indices.join(", ");
    return [where, role === "" ? operations.join(", ") : `role ${role}`].filter((one) => one !== "").join(" · ");
  },
};

/** Creates one, and leads to its page, which shows the password. */
export async function createCredential({ request, scope }: { request: Request; scope: Scope }, content: Content) {
  const changed = await change(scope, toCreateCredential(content));
  markFresh(scope, changed.value);
  const to = credentials.path(scope, { id: changed.value, query: { fresh: 1 } });
  return redirectWithFlash({ request, to, text: "API credential created. Its password is shown below.", changed });
}

/** The pages that change a credential; its edit page has fields of its own. */
export const credentialPages = editorPages({
  right: credentials,
  editable: credentialRights,
  refOf: ({ request }) => credentialRef(request),
  // What is created in its place has another name and password.
  createAgain: (at, text) => createCredential(at, readContent(text)),
});
