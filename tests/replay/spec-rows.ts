/**
 * What the specification says, what servers in the field do, and what this project does. `mark` tells how sure the second is. `shown` is what fails when
 * the third is no longer true: the id of a recorded case, or a file of tests and the title of one.
 */
export type SpecRow = {
  spec: string;
  server: string;
  ours: string;
  mark: "server" | "client" | "recorded";
  shown: `replay: ${string}` | `${string}.test.ts: ${string}`;
};

export const SPEC_ROWS: readonly SpecRow[] = [
  { spec: "PUT `/_user/{name}`, PUT `/_permission/{id}`", server: "PATCH", ours: "the back end takes both", mark: "recorded", shown: "replay: users.put" },
  {
    spec: "`from_timestamp`, `to_timestamp`, `time_zone` for versions 7.40.1 and older",
    server: "the reverse: 7.40.1 and newer; older take `from` and `to` as `YYYY/MM/DD`",
    ours: "the back end takes both",
    mark: "client",
    shown: "tests/contract/differences.test.ts: times of analytics are read in both forms",
  },
  {
    spec: "`GET /{product}/endpoints`",
    server: "`GET /reactivesearch/endpoints`, 405 on older servers",
    ours: "405",
    mark: "client",
    shown: "replay: meta.endpoints",
  },
  {
    spec: "POST creates a user or a credential, no status given",
    server: "201 for users, 200 for credentials",
    ours: "the same",
    mark: "recorded",
    shown: "replay: users.create.full",
  },
  {
    spec: "`/_reindex/{app}` with `type` and `es_version`",
    server: "ignores them; `action`, a list, counts",
    ours: "the same",
    mark: "recorded",
    shown: "replay: reindex.inplace.types",
  },
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
    ours: "there a field that may not be seen is one that is not there, excluded ones in queries, mappings and lists of fields too; queries that are not known are refused; bodies of the request log are left out",
    mark: "server",
    shown: "tests/contract/field-rights.test.ts: are not told by %s",
  },
  {
    spec: "searching the fields that `include_fields` leaves out: not said",
    server: "they can be searched, as can those of `exclude_fields`",
    ours: "they can be searched, unless the credential has `search_include_fields_only`, which is answered only where it is on; those of `exclude_fields` cannot",
    mark: "server",
    shown: "tests/contract/hidden-fields/hidden-fields.test.ts: what is only left out of answers can be searched, until that is closed too",
  },
  {
    spec: "a partial update of a field that the credential may not see: not said",
    server: "`noop` tells that the value was the same",
    ours: 'it is written whatever stands there; in a `_bulk` it needs `"detect_noop": false`, and 401 says so',
    mark: "server",
    shown: "tests/contract/hidden-fields/hidden-fields.test.ts: nor is it told by what a call changes",
  },
  {
    spec: "URL parameters and members of bodies: not said",
    server: "all go on to Elasticsearch, those of `_reactivesearch` too, and with `expand_wildcards` the search of hidden indices",
    ours: "those of a table go on, for admins more of them; others are refused in Elasticsearch's words; hidden indices are for admins",
    mark: "server",
    shown: "tests/contract/parameters.test.ts: $route refuses all others, before anything reaches the engine",
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
  {
    spec: "the request log of calls that hold passwords",
    server: "keeps them",
    ours: "`***` in their place",
    mark: "server",
    shown: "tests/contract/differences.test.ts: no password stands in the request log",
  },
  {
    spec: "a number, a boolean or an object as the value of a search: not said",
    server: "finds every row",
    ours: "the same",
    mark: "recorded",
    shown: "replay: reactivesearch.search.number",
  },
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
  {
    spec: "roles",
    server: "one with capitals is found by nobody: neither by its name nor as taken",
    ours: "a role is found as it is written",
    mark: "recorded",
    shown: "replay: permissions.role.get.upper",
  },
  {
    spec: "a `react` list that mixes ids and objects",
    server: "the ids are lost",
    ours: "both count",
    mark: "recorded",
    shown: "replay: reactivesearch.react.nested-list",
  },
  {
    spec: "a user record",
    server: "the only admin may delete himself or give up his rights; nobody can manage users after",
    ours: "400",
    mark: "server",
    shown: "tests/contract/settings.test.ts: cannot lock everybody out",
  },
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
  {
    spec: "`sources_xff_value` of a user or a credential",
    server: "where `X-Forwarded-For` has no public address at that place, `X-Real-Ip` counts, which the caller may write",
    ours: "the address of the connection counts; `X-Real-Ip` only where no proxies are counted",
    mark: "server",
    shown: "tests/contract/access.test.ts: sources with counted proxies pass over what the caller may write",
  },
  {
    spec: "networks of `sources`",
    server: "CIDR notation",
    ours: "the same, in one spelling: `010.0.0.0/8`, `10.1/16` and `0x0a.0.0.0/8` are refused",
    mark: "server",
    shown: "tests/contract/access.test.ts: networks have one spelling",
  },
  {
    spec: "user sessions (`.user_sessions`)",
    server: "kept on eligible plans only; numbers are 0 elsewhere",
    ours: "not kept; searches of a visitor are joined all the same",
    mark: "server",
    shown: "tests/contract/analytics.test.ts: a term typed letter by letter is one search, kept under its last text",
  },
  {
    spec: "bodies of requests under way",
    server: "bounded by memory alone",
    ours: "512 MB together, then 429 with Elasticsearch's `circuit_breaking_exception`; a body that stands still for 30 s gets 408",
    mark: "server",
    shown: "tests/contract/settings.test.ts: what is too much is refused like Elasticsearch's circuit breaker, and what stood still is let go",
  },
  {
    spec: "search requests",
    server: "an empty query id breaks the connection",
    ours: "400 with its place",
    mark: "recorded",
    shown: "replay: reactivesearch.error.empty-id",
  },
  {
    spec: "the Basic header",
    server: "base64 with odd last bits is read as its neighbour",
    ours: "401: a value that guards something has one spelling",
    mark: "server",
    shown: "backend/gateway/auth/tokens.test.ts: %s is read as %j",
  },
];
