import { isJsonObject, parseJson } from "@common/text/json";
import {
  type Acl,
  ACLS,
  aclsOf,
  type AllowedAction,
  ALLOWED_ACTIONS,
  type Category,
  CATEGORIES,
  categoriesOfUser,
} from "@common/access-control/categories";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { indentJson } from "~/lib/json/layout";
import { BackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

/**
 * A user of the search server. The hash of the password, which is in the server's answers, is left there. Times in ms.
 */
export type User = {
  username: string;
  email: string;
  isAdmin: boolean;
  actions: AllowedAction[];
  categories: Category[];
  indices: string[];
  /** Null where all calls of the categories are open. */
  acls: Acl[] | null;
  sources: string[];
  depth: number | null;
  /** False too where the server does not know such a thing. */
  secondFactor: boolean;
  createdAt: number | null;
  updatedAt: number | null;
};

/** Words of a list that the console knows, in its order: servers give lists in any order. */
const words = <Word extends string>(known: readonly Word[]) =>
  z
    .array(z.string())
    .nullish()
    .transform((list) => known.filter((word) => list?.includes(word)));
const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);
const time = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => (text ? Date.parse(text) || null : null));

const userSchema = z
  .object({
    username: z.string(),
    email: z.string().nullish(),
    is_admin: z.boolean().nullish(),
    allowed_actions: words(ALLOWED_ACTIONS),
    categories: words(CATEGORIES),
    indices: texts,
    acls: words(ACLS),
    sources: texts,
    sources_xff_value: z.number().nullish().catch(null),
    second_factor: z.boolean().nullish().catch(null),
    created_at: time,
    updated_at: time,
  })
  .transform(
    ({
      username,
      email,
      is_admin,
      allowed_actions,
      categories,
      indices,
      acls,
      sources,
      sources_xff_value,
      second_factor,
      created_at,
      updated_at,
    }): User => {
      const isAdmin = is_admin ?? false;
      return {
        username,
        email: email ?? "",
        isAdmin,
        actions: isAdmin ? [...ALLOWED_ACTIONS] : allowed_actions,
        categories,
        indices,
        acls: aclsOf(categories).every((acl) => acls.includes(acl)) ? null : acls,
        sources,
        depth: sources_xff_value || null,
        secondFactor: second_factor ?? false,
        createdAt: created_at,
        updatedAt: updated_at,
      };
    },
  );
const listSchema = z
  .array(userSchema)
  .nullable()
  .transform((list) => list ?? []);

/** All users, by name. Throws BackendError. */
export async function listUsers({ http }: Pick<Scope, "http">): Promise<User[]> {
  return http.call({ path: "/_users", schema: listSchema });
}

/** The failure of a call about somebody who is not there. */
export function noSuchUser({ context }: Pick<Scope, "context">, username: string): BackendError {
  const detail = `There is no user called ${username}. Somebody may have deleted it.`;
  const path = `/_user/${encodeURIComponent(username)}`;
  return new BackendError({
    failure: { kind: "status", status: 404, method: "GET", path, requestId: context.requestId, detail },
  });
}

/**
 * One of them, with all: what may be changed of one depends on the others. Throws BackendError, 404 for a name that
 * nobody has.
 */
export async function requireUser(
  scope: Pick<Scope, "http" | "context">,
  username: string,
): Promise<{ user: User; users: User[] }> {
  // By the list: a server takes a slash in a path for the end of a name.
  const users = await listUsers(scope);
  const user = users.find((one) => one.username === username);
  if (!user) throw noSuchUser(scope, username);
  return { user, users };
}

/** The path of a user on the server. */
export const userApiPath = (username: string) => apiPath`/_user/${username}`;

/** What can be changed of a user. */
export type Rights = Pick<User, "email" | "isAdmin" | "actions" | "indices" | "acls" | "sources" | "depth">;

/** It as the server knows it, but for `acls`, which are told as "all" where the actions leave none out. */
export function textOf({ email, isAdmin, actions, indices, acls, sources, depth }: Rights): string {
  const value = {
    email,
    is_admin: isAdmin,
    allowed_actions: isAdmin ? "all" : ALLOWED_ACTIONS.filter((action) => actions.includes(action)),
    indices,
    acls: acls === null ? "all" : ACLS.filter((acl) => acls.includes(acl)),
    sources,
    sources_xff_value: depth,
  };
  return indentJson(JSON.stringify(value));
}

const textSchema = z
  .object({
    email: z.string(),
    is_admin: z.boolean(),
    allowed_actions: z.union([z.literal("all"), z.array(z.enum(ALLOWED_ACTIONS))]),
    indices: z.array(z.string()),
    acls: z.union([z.literal("all"), z.array(z.enum(ACLS as readonly [Acl, ...Acl[]]))]),
    sources: z.array(z.string()),
    sources_xff_value: z.number().nullable(),
  })
  .transform(({ email, is_admin, allowed_actions, indices, acls, sources, sources_xff_value }): Rights => ({
    email,
    isAdmin: is_admin,
    actions: allowed_actions === "all" ? [...ALLOWED_ACTIONS] : allowed_actions,
    indices,
    acls: acls === "all" ? null : acls,
    sources,
    depth: sources_xff_value,
  }));

/** What a text of `textOf` says. */
export function rightsOf(text: string): Rights {
  const value = parseJson(text);
  return textSchema.parse(isJsonObject(value) ? JSON.parse(text) : {});
}

/** The categories that rights open. */
export const categoriesOf = ({ isAdmin, actions }: Pick<Rights, "isAdmin" | "actions">) =>
  categoriesOfUser({ isAdmin, actions });

/** A word that is another one as soon as anything of the rights is: no server counts versions of users. */
export function versionOf(rights: Rights): string {
  return contentHash(textOf(rights));
}
