/**
 * What the specification says, what servers in the field do, and what this project does. `mark` tells how sure the second is. `shown` is what fails when
 * the third is no longer true: the id of a recorded case, or a file of tests and the title of one.
 */
export type SpecRow = { spec: string; server: string; ours: string; mark: "server" | "client" | "recorded"; shown: `replay: ${string}` | `${string}.test.ts: ${string}` };

export const SPEC_ROWS: readonly SpecRow[] = [
  { spec: "PUT `/_user/{name}`, PUT `/_permission/{id}`", server: "PATCH", ours: "the back end takes both", mark: "recorded", shown: "replay: users.put" },
  {
    spec: "`from_timestamp`, `to_timestamp`, `time_zone` for versions 7.40.1 and older",
    server: "the reverse: 7.40.1 and newer; older take `from` and `to` as `YYYY/MM/DD`",
    ours: "the back end takes both",
    mark: "client",
    shown: "tests/contract/differences.test.ts: times of analytics are read in both forms",
  },
  { spec: "`GET /{product}/endpoints`", server: "`GET /reactivesearch/endpoints`, 405 on older servers", ours: "405", mark: "client", shown: "replay: meta.endpoints" },
  { spec: "POST creates a user or a credential, no status given", server: "201 for users, 200 for credentials", ours: "the same", mark: "recorded", shown: "replay: users.create.full" },
  { spec: "`/_reindex/{app}` with `type` and `es_version`", server: "ignores them; `action`, a list, counts", ours: "the same", mark: "recorded", shown: "replay: reindex.inplace.types" },
  {
    spec: "re-index in place",
    server: "drops rows that are not searchable yet; twice within a second empties the index, with 200",
    ours: "what is written is made searchable first, and a second run is refused while one is on",
    mark: "recorded",
    shown: "tests/contract/differences.test.ts: two re-indexings of an index at once lose nothing",
  },
  {
    spec: "limits of a credential",
    server: "`disableQueryDSL` holds back nothing",
    ours: "it drops `defaultQuery`, `customQuery` and `distinctFieldConfig`, which reach Elasticsearch's language too",
    mark: "recorded",
    shown: "tests/contract/search-api.test.ts: limits of a credential: sizes are refused, queries in Elasticsearch's language held back",
  },
  {
    spec: "fields of a credential (`include_fields`, `exclude_fields`)",
    server: "filter the source alone: sorts, aggregations, highlights, suggesters, explanations, term vectors and updates tell the values of every field",
    ours: "there a field that may not be seen is one that is not there; bodies of the request log are left out; queries may ask for every field, for they show nothing",
    mark: "server",
    shown: "tests/contract/field-rights.test.ts: are not told by %s",
  },
  {
    spec: "changes of a user or a credential: what an empty value does",
    server: "an empty text leaves what is there, as do `null` for fields and for the depth of addresses",
    ours: "an empty `email` or `description` clears it, as does `null` for `include_fields`, `exclude_fields` and a credential's `sources_xff_value`",
    mark: "server",
    shown: "tests/contract/differences.test.ts: an empty value clears what may be empty",
  },
  {
    spec: "changes of a user: `username`",
    server: "is taken: the user signs in by the new name, the record stays under the old one",
    ours: "400 where it is another name",
    mark: "recorded",
    shown: "replay: users.patch.username",
  },
  { spec: "a credential that makes users or credentials", server: "500", ours: "401", mark: "recorded", shown: "replay: auth.cred.user-create.full" },
  { spec: "the request log of calls that hold passwords", server: "keeps them", ours: "`***` in their place", mark: "server", shown: "tests/contract/differences.test.ts: no password stands in the request log" },
  { spec: "a number, a boolean or an object as the value of a search: not said", server: "finds every row", ours: "the same", mark: "recorded", shown: "replay: reactivesearch.search.number" },
  {
    spec: "`defaultQuery` beside `react`",
    server: "its `query` stands in place of the search text",
    ours: "the same, where it has no `query` too; a reaction to nobody leaves the search text in force",
    mark: "recorded",
    shown: "backend/gateway/reactivesearch/translate/rules.test.ts: a default query stands in the place of the value, even one without a query",
  },
  {
    spec: "`endpoint` of a search request",
    server: "calls any address, the caller's Authorization with it",
    ours: "paths of this server, and what `ENDPOINT_ALLOWED_URLS` lists, that without the caller's Authorization; no redirects, 30 s and 10 MB at most",
    mark: "recorded",
    shown: "tests/contract/settings.test.ts: no other path, no redirect, no endless answer, no private address behind a wild card",
  },
  {
    spec: "`queryVector` with a `script` of the caller's",
    server: "the script runs on the engine",
    ours: "refused as every script; with `backend: opensearch` the property names a space of `knn_score`, which is no script, and is taken",
    mark: "recorded",
    shown: "tests/contract/search-api.test.ts: scripts are refused wherever they stand",
  },
  { spec: "roles", server: "one with capitals is found by nobody: neither by its name nor as taken", ours: "a role is found as it is written", mark: "recorded", shown: "replay: permissions.role.get.upper" },
  { spec: "a `react` list that mixes ids and objects", server: "the ids are lost", ours: "both count", mark: "recorded", shown: "replay: reactivesearch.react.nested-list" },
  { spec: "a user record", server: "the only admin may delete himself or give up his rights; nobody can manage users after", ours: "400", mark: "server", shown: "tests/contract/settings.test.ts: cannot lock everybody out" },
  {
    spec: "passwords in records of users and credentials",
    server: "hashes and passwords are shown to everybody who may read the records",
    ours: "`***` where the password would bring the reader what he does not have; his own and those of who has no more are shown",
    mark: "recorded",
    shown: "tests/contract/grants.test.ts: passwords are shown to whom they bring nothing new",
  },
  {
    spec: "changing and removing users and credentials, the key of tokens",
    server: "whoever has the category may, whatever stands in the record",
    ours: "nobody gives or takes more than he has: 401 with the parts that go beyond; text and e-mail may be changed by everybody with the category; the key is set by who has all that a role may have",
    mark: "server",
    shown: "tests/contract/grants.test.ts: what goes beyond the giver is refused",
  },
  { spec: "user sessions (`.user_sessions`)", server: "kept on eligible plans only; numbers are 0 elsewhere", ours: "not kept; searches of a visitor are joined all the same", mark: "server", shown: "tests/contract/analytics.test.ts: a term typed letter by letter is one search, kept under its last text" },
  {
    spec: "bodies of requests under way",
    server: "bounded by memory alone",
    ours: "512 MB together, then 429 with Elasticsearch's `circuit_breaking_exception`; a body that stands still for 30 s gets 408",
    mark: "server",
    shown: "tests/contract/settings.test.ts: what is too much is refused like Elasticsearch's circuit breaker, and what stood still is let go",
  },
  { spec: "search requests", server: "an empty query id breaks the connection", ours: "400 with its place", mark: "recorded", shown: "replay: reactivesearch.error.empty-id" },
];
