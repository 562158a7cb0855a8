import { NOT_OFFERED } from "@common/http/not-offered";
import { at, each, error, GONE, type Listed } from "../listed";

const REALM = 'Basic realm="Authentication Required"';
const ID = /^[0-9a-f]{12}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DONE = { "body.code": GONE, "body.message": GONE, "body.status": GONE };
const UPDATED = { status: 200, "body.error": GONE, "body.code": 200, "body.status": "OK" };
const NOT_ADMIN = {
  status: 401,
  "header www-authenticate": REALM,
  "body.error": error(401, "only an admin can give admin rights"),
};
const USER = at(
  [
    "username",
    "password_hash_type",
    "is_admin",
    "categories",
    "allowed_actions",
    "acls",
    "email",
    "indices",
    "sources",
    "sources_xff_value",
  ].map((key) => `body.${key}`),
  GONE,
);
const PERMISSION = [
  "owner",
  "creator",
  "role",
  "categories",
  "acls",
  "ops",
  "indices",
  "sources",
  "sources_xff_value",
  "referers",
  "ttl",
  "limits",
  "description",
  "include_fields",
  "exclude_fields",
  "expired",
].map((key) => `body.${key}`);

const JSON_HEADERS = {
  "header content-type": "application/json; charset=utf-8",
  "header x-content-type-options": "nosniff",
};

export const ACCESS: readonly Listed[] = [
  {
    cases: each(
      [
        "auth.cors.options-plain",
        "indices.mapping.get.plural",
        "logs.post",
        "meta.root.post",
        "meta.arc.unknown",
        "meta.endpoints",
        "meta.usage",
        "meta.analytics",
        "meta.unknown.1.patch",
        "meta.unknown.1.post",
        "meta.unknown.2",
        "meta.unknown.2.delete",
        "reactivesearch.route.no-index",
        "reactivesearch.route.get",
        "reindex.error.get",
      ],
      { ...JSON_HEADERS, body: { error: { code: 405, status: "Method Not Allowed", message: NOT_OFFERED } } },
    ),
    server: "405 has no body",
    ours: "it has the error shape, and `Allow` with the methods of the path",
    reason: "clients read `error.message` of every refusal",
  },
  {
    cases: each(["meta.unknown.4", "meta.unknown.5", "meta.method.options", "reindex.error.get-form"], {
      "header content-type": JSON_HEADERS["header content-type"],
      body: { error: { code: 404, status: "Not Found", message: NOT_OFFERED } },
    }),
    server: "a path that leads nowhere gets `404 page not found` as text",
    ours: "it gets the error shape",
    reason: "clients read `error.message` of every refusal",
  },
  {
    cases: { "auth.cred.index.star": { "body.error.message": "credentials cannot access [*] index/indices" } },
    server: "the refusal of a pattern names roll-over aliases too",
    ours: "it names what was asked for",
    reason: "who may not see an index need not learn its name",
  },
  {
    cases: {
      "permissions.put": { ...UPDATED, "body.message": "permission is updated successfully" },
      "permissions.role.put": {
        status: 308,
        "header location": /^\/_permission\/[0-9a-f]{12}$/,
        "header content-type": GONE,
        "header x-content-type-options": GONE,
        body: "",
      },
      ...each(["users.put", "users.put.root"], { ...UPDATED, "body.message": "User is updated successfully" }),
    },
    server: "updates are PATCH; PUT falls through to a document route",
    ours: "PUT is taken like PATCH",
    reason: "the specification and older clients say PUT",
  },
  {
    cases: {
      "users.create.manager-makes-admin": { ...NOT_ADMIN, ...USER },
      "users.patch.self.escalate": { ...NOT_ADMIN, ...DONE },
    },
    server: "who manages users may make anybody an admin, himself too",
    ours: "401: only an admin gives admin rights",
    reason: "the right to manage users would be the right to everything",
  },
  {
    cases: {
      "permissions.create.by-access-control.full": {
        status: 401,
        "header www-authenticate": REALM,
        "body.error": error(401, "nobody can give more than he has: categories [docs user]"),
        ...at([...PERMISSION, "body.username"], GONE),
      },
    },
    server: "who manages credentials may give them categories, operations and indices that he does not have himself",
    ours: "401 with the parts that go beyond",
    reason:
      "the right to make credentials would be the right to everything; the same holds for users, roles and the key of tokens",
  },
  {
    cases: {
      "auth.cred.referer.inside": {
        status: 401,
        "header www-authenticate": REALM,
        "header x-origin": GONE,
        "body.error": error(401, "permission doesn't have required referers"),
        ...at(["body.count", "body._shards"], GONE),
      },
    },
    server:
      "a credential's referer may stand anywhere in the page's address, as in `https://evil.test/?https://shop.test/x`",
    ours: "401: it is compared from the beginning, part by part: scheme, host and port, path",
    reason: "every site can write another one's address into its own",
  },
  {
    cases: { "users.signin.other": { "body.categories.#": 1, "body.allowed_actions.#": 1, "body.acls.#": 0 } },
    server: "the user who made himself an admin is one",
    ours: "he is not",
    reason: "follows from the row above",
  },
  {
    cases: {
      "permissions.role.patch-clear.after": { "body.acls.#": 1 },
      "permissions.patch.acls-outside": {
        ...DONE,
        status: 400,
        "body.error": error(400, 'permission doesn\'t have category to access "nodes" acl'),
      },
      "users.patch.acls-outside": {
        ...DONE,
        status: 400,
        "body.error": error(400, 'user doesn\'t have category to access "bulk" acl'),
      },
    },
    server: "a patch of acls outside the categories is taken",
    ours: "it is refused",
    reason: "a patch is checked like a new credential",
  },
  {
    cases: {
      "auth.cred.permission-create.full": {
        status: 401,
        "header www-authenticate": REALM,
        "body.error.code": 401,
        "body.error.status": "Unauthorized",
        "body.error.message": "only a user can create permissions",
      },
      "auth.cred.user-create.full": {
        status: 401,
        "header www-authenticate": REALM,
        "body.error.code": 401,
        "body.error.status": "Unauthorized",
      },
    },
    server: "a credential that makes users or credentials gets 500",
    ours: "401",
    reason: "who is refused is told so; nothing is wrong with the server",
  },
  {
    cases: {
      "permissions.create.role-upper-exists": {
        status: 400,
        "body.error": error(400, "permission with role=Editor already exists"),
        ...at(PERMISSION, GONE),
      },
      "permissions.role.get.upper": {
        status: 200,
        "body.error": GONE,
        "body.username": ID,
        "body.password": UUID,
        "body.owner": "foo",
        "body.creator": "foo",
        "body.role": "Editor",
        "body.categories": { "#": 23 },
        "body.acls": { "#": 52 },
        "body.ops": ["read", "write", "delete"],
        "body.indices": ["*"],
        "body.sources": ["0.0.0.0/0"],
        "body.sources_xff_value": null,
        "body.referers": ["*"],
        "body.created_at": DATE,
        "body.updated_at": DATE,
        "body.ttl": -1,
        "body.limits": { ip_limit: 7200, docs_limit: 30, search_limit: 30 },
        "body.description": "",
        "body.include_fields": null,
        "body.exclude_fields": null,
        "body.expired": false,
      },
    },
    server: "a role with capitals is found by nobody: neither by its name nor as taken",
    ours: "a role is found as it is written",
    reason: "two credentials of one role would answer its tokens by chance",
  },
  {
    cases: {
      "users.patch.username": {
        ...DONE,
        status: 400,
        "body.error": error(400, 'cannot patch field "username" in user'),
      },
      "users.patch.username.old": {
        status: 200,
        "header www-authenticate": GONE,
        "body.error": GONE,
        "body.username": "ren",
        "body.password": /^\$2[aby]\$/,
        "body.password_hash_type": "bcrypt",
        "body.is_admin": false,
        "body.allowed_actions": ["develop"],
        "body.categories": { "#": 9 },
        "body.acls": { "#": 52 },
        "body.email": "",
        "body.indices": [],
        "body.created_at": DATE,
        "body.updated_at": DATE,
        "body.sources": ["0.0.0.0/0"],
        "body.sources_xff_value": null,
      },
      "users.patch.username.new": {
        status: 401,
        "header www-authenticate": REALM,
        "body.error": error(401, "No API credentials match with provided username: ren2"),
        ...USER,
      },
      "users.patch.username.get": { "body.username": "ren" },
    },
    server: "a changed `username` is taken: the user signs in by the new name, the record stays under the old one",
    ours: "400; the user stays who he is",
    reason: "the record under the old name would be nobody's",
  },
];
