import * as body from "./members";
import * as of from "./names";
import { engine, type Passes } from "./rows";

// A pipeline may send a document to another index, and what a search pipeline of an operator's cuts out could be had
// back by leaving it out.
const PIPELINE = ["pipeline"];
const SEARCH_PIPELINE = ["search_pipeline"];

/** What passes through the routes of documents and searches, and through the search API, which goes on as searches. */
export const DOCUMENT_PASSES: readonly Passes[] = [
  engine(
    `POST PUT /_bulk
     POST PUT /:index/_bulk`,
    of.BULK,
    { ofAdmins: PIPELINE, body: "lines" },
  ),
  engine(
    `POST PUT /:index/_doc
     POST PUT /:index/_doc/:id
     POST PUT /:index/_create/:id
     POST PUT /:index/_doc/:id/_create
     POST PUT /:index/:type
     POST PUT /:index/:type/:id
     POST PUT /:index/:type/:id/_create`,
    of.WRITE_DOCUMENT,
    { ofAdmins: PIPELINE, body: "any" },
  ),
  engine(
    `GET HEAD /:index/_doc/:id
     GET HEAD /:index/_source/:id
     GET HEAD /:index/_doc/:id/_source
     GET HEAD /:index/:type/:id
     GET HEAD /:index/:type/:id/_source`,
    of.READ_DOCUMENT,
  ),
  engine(
    `DELETE /:index/_doc/:id
     DELETE /:index/:type/:id`,
    of.DELETE_DOCUMENT,
  ),
  engine(
    `POST /:index/_update/:id
     POST /:index/_doc/:id/_update
     POST /:index/:type/:id/_update`,
    of.UPDATE_DOCUMENT,
    { body: body.UPDATE },
  ),
  engine("POST /:index/_delete_by_query", of.BY_QUERY, { body: body.BY_QUERY }),
  engine("POST /:index/_update_by_query", of.BY_QUERY, { ofAdmins: PIPELINE, body: body.BY_QUERY }),
  engine("POST /_reindex", of.REINDEX, { body: body.REINDEX }),
  engine(
    `GET POST /_mget
     GET POST /:index/_mget`,
    [...of.MGET, ...of.AS_BODY],
    { body: body.MGET },
  ),
  engine(
    `GET POST /:index/_termvectors
     GET POST /:index/_termvectors/:id`,
    [...of.TERM_VECTORS, ...of.AS_BODY],
    { body: body.TERM_VECTORS },
  ),

  engine(
    `GET POST /_search
     GET POST /:index/_search`,
    [...of.SEARCH, ...of.AS_BODY],
    { ofAdmins: SEARCH_PIPELINE, body: body.SEARCH },
  ),
  engine(
    `GET POST /_search/template
     GET POST /:index/_search/template`,
    [...of.SEARCH_TEMPLATE, ...of.AS_BODY],
    { body: body.SEARCH_TEMPLATE },
  ),
  engine(
    `GET POST /_search/scroll
     GET POST /_search/scroll/:scroll`,
    [...of.SCROLL, ...of.AS_BODY],
    { body: body.SCROLL },
  ),
  engine(
    `DELETE /_search/scroll
     DELETE /_search/scroll/:scroll`,
    ["scroll_id"],
    { body: body.CLEAR_SCROLL },
  ),
  engine(
    `GET POST /_msearch
     GET POST /:index/_msearch`,
    [...of.MSEARCH, ...of.AS_BODY],
    { ofAdmins: SEARCH_PIPELINE, body: "searches" },
  ),
  // Searches become one `_msearch`; the preference is put into its lines.
  engine(
    `POST /:index/_reactivesearch
     POST /:index/_reactivesearch.v3
     POST /:index/_reactivesearch/draft`,
    [...of.MSEARCH, "preference"],
    { body: "own" },
  ),
  engine(
    `GET POST /_count
     GET POST /:index/_count`,
    [...of.COUNT, ...of.AS_BODY],
    { body: body.COUNT },
  ),
  engine(
    `GET POST /_field_caps
     GET POST /:index/_field_caps`,
    [...of.FIELD_CAPS, ...of.AS_BODY],
    { body: body.FIELD_CAPS },
  ),
  engine(
    `GET POST /_validate/query
     GET POST /:index/_validate/query`,
    [...of.VALIDATE, ...of.AS_BODY],
    { body: body.COUNT },
  ),
  engine("GET POST /:index/_explain/:id", [...of.EXPLAIN, ...of.AS_BODY], { body: body.COUNT }),
  engine("GET POST /:index/_rank_eval", [...of.SCOPE, "search_type", ...of.AS_BODY], { body: body.RANK_EVAL }),
  engine("GET POST /:index/_search_shards", [...of.SCOPE, "preference", "routing", "local", ...of.AS_BODY], {
    body: body.SHARDS,
  }),
];
