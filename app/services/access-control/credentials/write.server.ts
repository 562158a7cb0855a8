import { isJsonObject } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import type { Change } from "~/services/platform/changes/types";
import type { BackendAnswer, BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import { type Content, contentOf, contentSchema, creationOf, patchOf } from "./content.server";
import { type Credential, getCredential } from "./read.server";

const madeSchema = z.object({ username: z.string().min(1) });

function nameMade({ body, failed }: Pick<BackendAnswer, "body" | "failed">): string {
  const made = madeSchema.safeParse(body);
  if (!made.success) throw failed("malformed");
  return made.data.username;
}

const common = { noun: "API credential", right: "credentials:write" } as const;
const KIND = "API credential";
const nameOf = (name: string, { description }: Pick<Content, "description">) =>
  description === "" ? name : description;

/** What is stored as text, and a word that is another one as soon as anything of it is. */
export function currentOf(credential: Credential): { text: string; version: string } {
  const text = JSON.stringify(contentOf(credential), null, 2);
  return { text, version: contentHash(text) };
}

export const readContent = (text: string): Content => contentSchema.parse(JSON.parse(text));

/**
 * Creates one; the server gives it name and password. The name comes back, the password is asked for where it is shown.
 */
export function toCreateCredential(content: Content): Change<string> {
  const json = creationOf(content);
  return {
    ...common,
    resource: { kind: KIND, id: "new", name: nameOf("new", content) },
    verb: "create",
    request: { method: "POST", path: "/_permission", json },
    read: nameMade,
    after: json,
    stored: async (http, name) => {
      const made = await getCredential({ http }, name);
      return made === undefined ? null : creationOf(contentOf(made));
    },
    summary: (name) => name,
  };
}

type Save = {
  name: string;
  text: string;
  version: string;
  /** What is stored now. */ before: string | null;
  /** Its acls now. */ acls?: readonly string[];
};

/** Changes what is not the same as before, if the credential is still at `version`: 409 where somebody changed it. */
export function toSaveCredential({ name, text, version, before, acls = [] }: Save): Change<void> {
  const after = readContent(text);
  const request = (own: readonly string[]) =>
    ({
      method: "PATCH",
      path: apiPath`/_permission/${name}`,
      json: before === null ? creationOf(after) : patchOf({ before: readContent(before), after, acls: own }),
    }) as const;
  return {
    ...common,
    resource: { kind: KIND, id: name, name: nameOf(name, after) },
    verb: "update",
    request: request(acls),
    read: requireDone,
    ...(before === null
      ? {}
      : {
          before,
          undo: () => ({ kind: "save-credential", value: { name, text: before, version: contentHash(text) } }),
        }),
    after: text,
    stored: async (http) => {
      const kept = await getCredential({ http }, name);
      return kept === undefined ? null : currentOf(kept).text;
    },
    async call(http) {
      const stored = await requireVersion(http, { name, version, request: request(acls) });
      return requireDone(await http.send(request(stored.acls)));
    },
  };
}

/** 409 where it is not what it was: no server refuses a save by itself, so it is looked at right before. */
async function requireVersion(
  http: BackendClient,
  { name, version, request }: { name: string; version: string; request: Change["request"] },
): Promise<Credential> {
  const stored = await getCredential({ http }, name);
  if (stored === undefined) throw http.conflict(request, `There is no API credential ${name} any more.`);
  if (currentOf(stored).version !== version) throw http.conflict(request, "It was changed in the meantime.");
  return stored;
}

/**
 * Deletes one, if it is still at `version`. There is no way back: the server would give a new one another name and
 * password.
 */
export function toDeleteCredential({
  name,
  text,
  version,
}: {
  name: string;
  text: string;
  version: string;
}): Change<void> {
  const request = { method: "DELETE", path: apiPath`/_permission/${name}` } as const;
  return {
    ...common,
    resource: { kind: KIND, id: name, name: nameOf(name, readContent(text)) },
    verb: "delete",
    request,
    read: requireDone,
    before: text,
    async call(http) {
      await requireVersion(http, { name, version, request });
      return requireDone(await http.send(request));
    },
  };
}

/**
 * A new password; the old one stays valid for so many minutes. The answer holds it, so nothing of the answer is kept.
 */
export function toRotateCredential({
  name,
  description,
  keepMinutes,
}: {
  name: string;
  description: string;
  keepMinutes: number;
}): Change<void> {
  return {
    ...common,
    resource: { kind: KIND, id: name, name: nameOf(name, { description }) },
    verb: "rotate",
    request: { method: "POST", path: apiPath`/_permission/${name}/_rotate`, json: { keep_minutes: keepMinutes } },
    read: ({ body, failed }) => {
      if (!isJsonObject(body ?? null) || !madeSchema.safeParse(body).success) throw failed("malformed");
    },
    summary: () =>
      keepMinutes === 0
        ? "the old password ended at once"
        : `the old password is valid for ${keepMinutes} more minutes`,
  };
}
