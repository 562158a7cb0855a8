import { ANALYTICS_ROWS } from "./spec-rows-of-analytics";
import { CLIENT_ROWS } from "./spec-rows-of-clients";
import { RULE_ROWS } from "./spec-rows-of-rules";
import type { SpecRow } from "./spec-row";
import { RELEVANCE_ROWS } from "./spec-rows-of-relevance";

export const SPEC_ROWS: readonly SpecRow[] = [
  ...CLIENT_ROWS,
  {
    spec: "PUT `/_user/{name}`, PUT `/_permission/{id}`",
    server: "PATCH",
    ours: "the back end takes both",
    mark: "recorded",
    shown: "replay: users.put",
  },
  {
    spec: "`from_timestamp`, `to_timestamp`, `time_zone` for versions 7.40.1 and older",
    server: "the reverse: 7.40.1 and newer; older take `from` and `to` as `YYYY/MM/DD`",
    ours: "the back end takes both",
    mark: "client",
    shown: "tests/contract/platform/differences.test.ts: times of analytics are read in both forms",
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
    ours: "what is written is made searchable first, what is written meanwhile is copied too and waits for two seconds at most at the end; a second run is refused",
    mark: "recorded",
    shown: "tests/contract/platform/differences.test.ts: two re-indexings of an index at once lose nothing",
  },
  {
    spec: "names of re-indexed indices",
    server:
      "an index that was asked for by name is shown by the name it stands for, one that a pattern or a bulk brings by its own",
    ours: "both by the name it stands for, in refusals too, where that name leads to it alone; `_alias`, `_cat`, `_resolve` and `_cluster` tell its own",
    mark: "recorded",
    shown:
      "tests/contract/platform/known-names.test.ts: in the answers of every route that reads, or writes a document",
  },
  {
    spec: "limits of a credential",
    server: "`disableQueryDSL` holds back nothing",
    ours: "it drops `defaultQuery`, `customQuery` and `distinctFieldConfig`, which reach Elasticsearch's language too",
    mark: "recorded",
    shown:
      "tests/contract/data/search-api.test.ts: limits of a credential: sizes are refused, queries in Elasticsearch's language held back",
  },
  {
    spec: "fields of a credential (`include_fields`, `exclude_fields`)",
    server:
      "filter the source alone: sorts, aggregations, highlights, suggesters, explanations, term vectors and updates tell the values of every field",
    ours: "there a field that may not be seen is one that is not there, excluded ones in queries, mappings and lists of fields too; queries that are not known are refused; bodies of the request log are left out",
    mark: "server",
    shown: "tests/contract/access-control/field-rights.test.ts: are not told by %s",
  },
  {
    spec: "searching the fields that `include_fields` leaves out: not said",
    server: "they can be searched, as can those of `exclude_fields`",
    ours: "they can be searched, unless the credential has `search_include_fields_only`, which is answered only where it is on; those of `exclude_fields` cannot",
    mark: "server",
    shown:
      "tests/contract/access-control/hidden-fields/hidden-fields.test.ts: what is only left out of answers can be searched, until that is closed too",
  },
  {
    spec: "a partial update of a field that the credential may not see: not said",
    server: "`noop` tells that the value was the same",
    ours: 'it is written whatever stands there; in a `_bulk` it needs `"detect_noop": false`, and 401 says so',
    mark: "server",
    shown: "tests/contract/access-control/hidden-fields/hidden-fields.test.ts: nor is it told by what a call changes",
  },
  {
    spec: "URL parameters and members of bodies: not said",
    server:
      "all go on to Elasticsearch, those of `_reactivesearch` too, and with `expand_wildcards` the search of hidden indices",
    ours: "those of a table go on, for admins more of them; others are refused in Elasticsearch's words; hidden indices are for admins",
    mark: "server",
    shown: "tests/contract/platform/parameters.test.ts: $route refuses all others, before anything reaches the engine",
  },
  {
    spec: "changes of a user or a credential: what an empty value does",
    server: "an empty text leaves what is there, as do `null` for fields and for the depth of addresses",
    ours: "an empty `email` or `description` clears it, as does `null` for `include_fields`, `exclude_fields` and a credential's `sources_xff_value`",
    mark: "server",
    shown: "tests/contract/platform/differences.test.ts: an empty value clears what may be empty",
  },
  {
    spec: "changes of a user: `username`",
    server: "is taken: the user signs in by the new name, the record stays under the old one",
    ours: "400 where it is another name",
    mark: "recorded",
    shown: "replay: users.patch.username",
  },
  {
    spec: "a credential that makes users or credentials",
    server: "500",
    ours: "401",
    mark: "recorded",
    shown: "replay: auth.cred.user-create.full",
  },
  {
    spec: "the request log of calls that hold passwords; of calls with `X-Request-Category: streams`",
    server: "keeps them; leaves the call out",
    ours: "`***` in their place; logs it as any other",
    mark: "server",
    shown: "tests/contract/platform/differences.test.ts: no password stands in the request log",
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
    shown:
      "backend/gateway/resources/data/reactivesearch/translate/rules.test.ts: a default query stands in the place of the value, even one without a query",
  },
  {
    spec: "`endpoint` of a search request",
    server: "calls any address, the caller's Authorization with it",
    ours: "this server's own paths: only those that read, as the caller, with no header that says who calls; what `ENDPOINT_ALLOWED_URLS` lists, without the caller's Authorization; no redirects; 8 in a search, 30 s and 10 MB at most; refused in stored queries, and where a rule adds one",
    mark: "recorded",
    shown: "tests/contract/platform/inner-calls/held.test.ts: eight in one search, and not one more",
  },
  {
    spec: "`queryVector` with a `script` of the caller's",
    server: "the script runs on the engine",
    ours: "refused as every script; with `backend: opensearch` the property names a space of `knn_score`, which is no script, and is taken",
    mark: "recorded",
    shown: "tests/contract/data/search-api.test.ts: scripts are refused wherever they stand",
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
    shown: "tests/contract/platform/settings.test.ts: cannot lock everybody out",
  },
  {
    spec: "passwords in records of users and credentials",
    server: "hashes and passwords are shown to everybody who may read the records",
    ours: "`***` where the password would bring the reader what he does not have; his own and those of who has no more are shown",
    mark: "recorded",
    shown: "tests/contract/access-control/grants-kept.test.ts: passwords are shown to whom they bring nothing new",
  },
  {
    spec: "changing and removing users and credentials, the key of tokens",
    server: "whoever has the category may, whatever stands in the record",
    ours: "nobody gives or takes more than he has: 401 with the parts that go beyond; text and e-mail may be changed by everybody with the category; the key is set by who has all that a role may have",
    mark: "server",
    shown: "tests/contract/access-control/grants.test.ts: what goes beyond the giver is refused",
  },
  {
    spec: "`sources_xff_value` of a user or a credential",
    server:
      "where `X-Forwarded-For` has no public address at that place, `X-Real-Ip` counts, which the caller may write",
    ours: "the address of the connection counts; `X-Real-Ip` only where no proxies are counted",
    mark: "server",
    shown:
      "tests/contract/access-control/credentials.test.ts: sources with counted proxies pass over what the caller may write",
  },
  {
    spec: "networks of `sources`",
    server: "CIDR notation",
    ours: "the same, in one spelling: `010.0.0.0/8`, `10.1/16` and `0x0a.0.0.0/8` are refused",
    mark: "server",
    shown: "tests/contract/access-control/credentials.test.ts: networks have one spelling",
  },
  {
    spec: "user sessions (`.user_sessions`)",
    server: "kept on eligible plans only; numbers are 0 elsewhere",
    ours: "not kept; searches of a visitor are joined all the same",
    mark: "server",
    shown:
      "tests/contract/analytics/analytics.test.ts: a term typed letter by letter is one search, kept under its last text",
  },
  {
    spec: "bodies of requests under way",
    server: "bounded by memory alone",
    ours: "512 MB together, then 429 with Elasticsearch's `circuit_breaking_exception`; a body that stands still for 30 s gets 408",
    mark: "server",
    shown:
      "tests/contract/platform/settings.test.ts: what is too much is refused like Elasticsearch's circuit breaker, and what stood still is let go",
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
    shown: "backend/gateway/platform/auth/tokens.test.ts: %s is read as %j",
  },
  {
    spec: "POST `/_storedquery/validate` and `/_storedquery/execute`",
    server: "POST wants the operation `write`; the category `storedquery` is enough for any query",
    ours: "`read` is enough, for nothing is written; who sends or stores a query of his own needs the category and acl `search` too, and an index that he may use",
    mark: "server",
    shown: "tests/contract/data/stored-queries.test.ts: the right to stored queries is none to search",
  },
  {
    spec: "PUT `/_rule/{id}` with an `order` that another rule has: not said",
    server: "one call by which a dashboard moves a rule",
    ours: "the rules between the old and the new place make room, each by one",
    mark: "client",
    shown: "tests/contract/search-relevance/rules/calls.test.ts: goes to its new place, and those between make room",
  },
  {
    spec: "rules: `matches`",
    server: "quoted strings are in lower case, patterns too",
    ours: "so are patterns, but for what follows a backslash: `\\D` stays `\\D`",
    mark: "server",
    shown: "backend/gateway/resources/search-relevance/rules/expression.test.ts: what holds",
  },
  {
    spec: "rules: who may write them",
    server: "whoever has the category",
    ours: "whoever has the category and all indices: a rule acts on the searches of everybody",
    mark: "server",
    shown:
      "tests/contract/search-relevance/rules/calls.test.ts: a credential needs the category, and all indices: a rule acts on everybody's searches",
  },
  {
    spec: "stored queries of other indices: not said",
    server: "shown and run for everybody with the category",
    ours: "who may not use the index of a stored query does not see it in the list and gets 401 for it, also where a search names it",
    mark: "server",
    shown: "tests/contract/data/stored-queries.test.ts: nobody reads by a stored query an index that he may not read",
  },
  {
    spec: "featured suggestions: payload not said",
    server: "not seen",
    ours: "`{sections: [{id, label, suggestions: [{label, value, url, icon, iconURL, action, subAction, description}]}]}` under the id of a search box; addresses that run a script are refused (docs/use/suggestions.md)",
    mark: "client",
    shown: "tests/contract/search-relevance/suggestions.test.ts: are kept by the id of a search box",
  },
  {
    spec: "popular and recent suggestions in searches, without `index` in their configuration",
    server: "popular ones of the whole cluster",
    ours: "those of the indices that are searched; of indices that a credential may not use never",
    mark: "server",
    shown: "tests/contract/search-relevance/suggestions.test.ts: a credential is told those of its indices alone",
  },
  {
    spec: "`userId`, `user_id`, `X-User-Id`: whose they are is not said",
    server:
      "whoever sends a name is told, adds to and deletes what is kept under it; `X-Search-Id` and `query_id` lead to any search",
    ours: "a credential is told what was recorded under that name by itself and from the same address, and adds to such searches alone: other ids are as unknown ones (200 for clicks, 404 for conversions, saved searches and favourites); a user who may read analytics sees all, an admin changes all",
    mark: "server",
    shown: "tests/contract/analytics/whose.test.ts: adds nothing to another one's search",
  },
  {
    spec: "`user_id` and `ip` of analytics, for a credential",
    server: "filter by anybody",
    ours: "by the caller himself; those of shared links and reports by mail, which are bound to a user, filter by anybody",
    mark: "server",
    shown:
      "tests/contract/analytics/whose.test.ts: reports of one visitor are his own for a credential, and anybody's for a user who may read analytics",
  },
  {
    spec: "stored queries, rules and settings, for a credential whose fields are limited",
    server: "told in full",
    ours: "without what names fields that it may not see; it can run such a stored query and neither read nor change it (docs/run/security.md)",
    mark: "server",
    shown: "tests/contract/access-control/hidden-fields/told.test.ts: fields, rights and records by chance (%i)",
  },
  ...RELEVANCE_ROWS,
  ...ANALYTICS_ROWS,
  ...RULE_ROWS,
];
