/** What the specification says, what servers in the field do, and what this project does. `mark` tells how sure the second is. */
export type SpecRow = { spec: string; server: string; ours: string; mark: "server" | "client" | "recorded" };

export const SPEC_ROWS: readonly SpecRow[] = [
  { spec: "PUT `/_user/{name}`, PUT `/_permission/{id}`", server: "PATCH", ours: "the console sends PATCH; the back end takes both", mark: "recorded" },
  {
    spec: "`from_timestamp`, `to_timestamp`, `time_zone` for versions 7.40.1 and older",
    server: "the reverse: 7.40.1 and newer; older take `from` and `to` as `YYYY/MM/DD`",
    ours: "the console sends by version; the back end takes both",
    mark: "client",
  },
  { spec: "POST insight-status", server: "PUT", ours: "the console sends PUT; the back end takes both", mark: "client" },
  { spec: "`GET /{product}/endpoints`", server: "`GET /reactivesearch/endpoints`, 405 on older servers", ours: "that; 405 here", mark: "client" },
  { spec: "POST creates a user or a credential, no status given", server: "201 for users, 200 for credentials", ours: "the same", mark: "recorded" },
  {
    spec: "Auth0 client, connection and user updates by PUT",
    server: "PATCH",
    ours: "the console sends PATCH, PUT after 405; the back end takes both",
    mark: "client",
  },
  { spec: "`/cluster/search-auth-settings`", server: "`/cluster/auth-settings`", ours: "the first; the other redirects", mark: "client" },
  { spec: "`/_reindex/{app}` with `type` and `es_version`", server: "ignores them; `action`, a list, counts", ours: "the same", mark: "recorded" },
  { spec: "calls for synonyms, global variables, sync preferences, domains are not named", server: "they exist", ours: "they are used and offered", mark: "server" },
  {
    spec: "re-index in place",
    server: "drops rows that are not searchable yet; twice within a second empties the index, with 200",
    ours: "the console refreshes first; the back end does so itself, and refuses a second run while one is on",
    mark: "recorded",
  },
  {
    spec: "limits of a credential",
    server: "`disableQueryDSL` holds back nothing",
    ours: "it drops `defaultQuery`, `customQuery` and `distinctFieldConfig`, which reach Elasticsearch's language too",
    mark: "recorded",
  },
  {
    spec: "fields of a credential (`include_fields`, `exclude_fields`)",
    server: "filter the source alone: sorts, aggregations, highlights, suggesters, explanations, term vectors and updates tell the values of every field",
    ours: "there a field that may not be seen is one that is not there; bodies of the request log are left out; queries may ask for every field, for they show nothing",
    mark: "server",
  },
  { spec: "a number, a boolean or an object as the value of a search: not said", server: "finds every row", ours: "the same", mark: "recorded" },
  {
    spec: "`defaultQuery` beside `react`",
    server: "its `query` stands in place of the search text",
    ours: "the same; a `defaultQuery` without `query` (a size or a sort alone) leaves the search text in force",
    mark: "recorded",
  },
  {
    spec: "`endpoint` of a search request",
    server: "calls any address, the caller's Authorization with it",
    ours: "paths of this server, and what `ENDPOINT_ALLOWED_URLS` lists, that without the caller's Authorization; no redirects, 30 s and 10 MB at most",
    mark: "recorded",
  },
  {
    spec: "`queryVector` with a `script` of the caller's",
    server: "the script runs on the engine",
    ours: "refused as every script; with `backend: opensearch` the property names a space of `knn_score`, which is no script, and is taken",
    mark: "recorded",
  },
  { spec: "roles", server: "one with capitals is found by nobody: neither by its name nor as taken", ours: "a role is found as it is written", mark: "recorded" },
  { spec: "AI preferences and FAQs: an action of their own", server: "users have no such action; `search-relevancy` opens them", ours: "open to `search-relevancy`", mark: "client" },
  { spec: "a `react` list that mixes ids and objects", server: "the ids are lost", ours: "both count", mark: "recorded" },
  { spec: "a user record", server: "the only admin may delete himself or give up his rights; nobody can manage users after", ours: "400", mark: "server" },
  { spec: "user sessions (`.user_sessions`)", server: "kept on eligible plans only; numbers are 0 elsewhere", ours: "not kept; searches of a visitor are joined all the same", mark: "server" },
  { spec: "country, city and place of a search in analytics", server: "looked up by address at a third party's database", ours: "left out: no request and no data of others", mark: "server" },
  {
    spec: "bodies of requests under way",
    server: "bounded by memory alone",
    ours: "512 MB together, then 429 with Elasticsearch's `circuit_breaking_exception`; a body that stands still for 30 s gets 408",
    mark: "server",
  },
  { spec: "search requests", server: "an empty query id breaks the connection", ours: "400 with its place", mark: "recorded" },
];
