import { NOT_OFFERED } from "@common/http/not-offered";
import { each, error, GONE, type Listed, NUMBER } from "../listed";

const ORIGIN = "appbase.io";
const JSON_TYPE = "application/json; charset=utf-8";
const PLAN = {
  status: 200,
  "header content-type": JSON_TYPE,
  "header x-content-type-options": "nosniff",
  body: { tier: "arc-enterprise", billing_type: "arc", billing: false, version: "8.20.0", backend: "elasticsearch" },
};

export const INDICES: readonly Listed[] = [
  {
    cases: each(["indices.aliased", "indices.closed.aliased", "reindex.inplace.aliased"], {
      "body.*.documents": NUMBER,
      "body.*.creation.date": NUMBER,
    }),
    server:
      "the list of indices counts each object of a nested field as a document, and does not tell when indices were made",
    ours: "so does `docs.count`; `documents` beside it counts documents, and `creation.date` tells it in ms",
    reason: "17,995 stood on pages for 5,999 documents; the list of the console asks once for what it shows",
  },
  {
    cases: each(
      [
        "indices.get",
        "indices.mapping.get",
        "indices.mapping.get.all",
        "indices.mapping.template",
        "indices.closed.mapping",
        "meta.slash",
        "meta.name.dots",
        "meta.name.exclude",
        "setup.act.mapping",
        "reindex.inplace.get",
      ],
      { "body.*.mappings.dynamic_templates.#": 1 },
    ),
    server: "the index template maps JSON numbers to `keyword`",
    ours: "numbers stay numbers",
    reason: "ranges, sorting and statistics work without a change of the mapping",
  },
  {
    cases: {
      "indices.mapping.get.all": { "body.a": GONE },
      "indices.create.name.hash": {
        status: 400,
        "header x-origin": GONE,
        "body.acknowledged": GONE,
        "body.shards_acknowledged": GONE,
        "body.index": GONE,
        "body.error": error(
          400,
          "elastic: Error 400 (Bad Request): Invalid index name [a#b], must not contain '#' [type=invalid_index_name_exception]",
          "invalid_index_name_exception",
        ),
      },
    },
    server: "PUT `/a%23b` made an index `a`: an encoded hash cuts the rest of the path",
    ours: "400: the name holds a character that is not allowed",
    reason: "what is encoded is meant literally",
  },
  {
    cases: {
      "indices.mapping.dynamic": {
        "body.dyn.mappings.dynamic_templates.#": 1,
        ...Object.fromEntries(
          ["big", "neg", "sizes", "stock"].map((name) => [`body.dyn.mappings.properties.${name}.type`, "long"]),
        ),
        ...Object.fromEntries(
          [
            "place.properties.lat",
            "place.properties.lon",
            "shop_location.properties.lat",
            "shop_location.properties.lon",
            "price",
          ].map((name) => [`body.dyn.mappings.properties.${name}.type`, "float"]),
        ),
      },
      "reindex.inplace.mappings.after": {
        "body.two.mappings.dynamic_templates.#": 1,
        ...Object.fromEntries(
          ["popularity", "reviews.properties.stars"].map((name) => [
            `body.two.mappings.properties.${name}.type`,
            "long",
          ]),
        ),
        ...Object.fromEntries(
          ["rating", "shop.properties.lat", "shop.properties.lon"].map((name) => [
            `body.two.mappings.properties.${name}.type`,
            "float",
          ]),
        ),
      },
    },
    server: "numbers that come in with documents become `keyword` fields",
    ours: "they become `long` and `float` fields",
    reason: "as above",
  },
  {
    cases: each(["indices.cat.plain", "indices.cat.root"], { "header content-type": "text/plain; charset=utf-8" }),
    server: "text of `_cat` is labelled JSON",
    ours: "it is labelled text; `Accept: application/json` gives JSON",
    reason: "clients that ask by `Accept` alone fail on the real server",
  },
  {
    cases: { "indices.template.server": { status: 200, "header x-origin": ORIGIN } },
    server: "the server's index template has another name",
    ours: "it is called `default_template`",
    reason: "the name is nobody's business but the server's",
  },
  {
    cases: each(["meta.plan", "meta.plan.none"], PLAN),
    server: "the open build has no plan route: 405",
    ours: "the plan of a newer server without billing",
    reason: "clients sign in by it",
  },
  {
    cases: { "meta.plan.post": { status: 405, "body.error.message": NOT_OFFERED } },
    server: "400, read as a document's path",
    ours: "405",
    reason: "a call that is not offered must not make an index called `arc`",
  },
  {
    cases: each(["meta.arc.subscription", "meta.share"], { status: 405, "body.error.message": NOT_OFFERED }),
    server: "400, read as a document's path",
    ours: "405",
    reason: "clients take 405 as `not offered` and hide the section",
  },
  {
    cases: {
      "meta.sync": {
        status: 200,
        "header content-type": JSON_TYPE,
        "header x-content-type-options": "nosniff",
        body: {},
      },
    },
    server: "the open build has no sync preferences: 405",
    ours: "those of newer servers",
    reason: "the console has a screen for them",
  },
  {
    cases: {
      "meta.searchrelevancy": {
        status: 404,
        "header content-type": JSON_TYPE,
        "header x-content-type-options": "nosniff",
        body: { error: error(404, "Settings not found") },
      },
    },
    server: "the open build has no relevance settings: 405",
    ours: "those of newer servers",
    reason: "the console has screens for them, and searches are filled by them",
  },
  {
    cases: {
      "meta.rules": { status: 200, body: [] },
      "meta.rule": {
        status: 404,
        "header content-type": JSON_TYPE,
        "header x-content-type-options": "nosniff",
        body: { error: error(404, "rule not found for rule id: x") },
      },
    },
    server: "the open build has no rules: 400 and 405",
    ours: "those of newer servers",
    reason: "the console has screens for them, and they act on searches",
  },
  {
    cases: { "meta.pipelines": { status: 200, body: [] } },
    server: "the open build has no pipelines, and takes their name for an index: 400",
    ours: "those of newer servers",
    reason: "a path may be answered by stages in the place of its built-in route",
  },
  {
    cases: { "meta.storedqueries": { status: 200, body: [] } },
    server: "the open build has no stored queries, and takes their name for an index: 400",
    ours: "those of newer servers",
    reason: "the console has a screen for them",
  },
  {
    cases: {
      "meta.name.slash": {
        status: 404,
        "body.error.message": "elastic: Error 404 (Not Found): no such index [a/b] [type=index_not_found_exception]",
      },
    },
    server: "an encoded slash splits the segment",
    ours: "it stays part of the name, which no index has",
    reason: "what is encoded is meant literally",
  },
  {
    cases: {
      "meta.backend": {
        "body.error.message":
          "the search engine of this server is set by ENGINE_URL, ENGINE_USERNAME and ENGINE_PASSWORD when it starts; no call changes it",
      },
    },
    server: "a call that is not offered is read as the making of an index, whose body is refused first",
    ours: "the call is known, and says where the engine is set",
    reason: "what users and settings are kept in cannot be changed below them by a call",
  },
];
