import * as body from "./members";
import * as of from "./names";
import { engine, type Passes } from "./rows";

/** What passes through the routes of indices, aliases, templates and the cluster. */
export const INDEX_PASSES: readonly Passes[] = [
  engine("PUT /:index", of.MAKE_INDEX, { body: body.INDEX }),
  engine("DELETE /:index", of.CHANGE_INDEX),
  engine("GET HEAD /:index", of.SHOW_INDEX),
  engine(
    `GET /_mapping
     GET /:index/_mapping`,
    of.MAPPING,
  ),
  engine(
    `PUT POST /:index/_mapping
     PUT POST /:index/_mappings`,
    of.MAPPING,
    { body: body.MAPPING },
  ),
  engine("GET /:index/_mapping/field/:fields", [...of.MAPPING, "include_defaults"]),
  engine(
    `GET /_settings
     GET /:index/_settings
     GET /:index/_settings/:name`,
    of.SHOW_SETTINGS,
  ),
  engine("PUT /:index/_settings", of.CHANGE_SETTINGS, { body: "settings" }),
  engine(
    `POST /:index/_close
     POST /:index/_open`,
    of.OPEN_INDEX,
  ),
  engine(
    `GET POST /_refresh
     GET POST /:index/_refresh`,
    of.SCOPE,
  ),
  engine(
    `GET POST /_flush
     GET POST /:index/_flush`,
    of.FLUSH,
  ),
  engine("POST /:index/_forcemerge", of.MERGE),
  engine("POST /:index/_cache/clear", of.CLEAR_CACHE),
  engine(
    `GET /_stats
     GET /:index/_stats
     GET /_stats/:metric
     GET /:index/_stats/:metric`,
    of.STATS,
  ),
  engine("POST /:index/_disk_usage", [...of.SCOPE, "run_expensive_tasks", "flush"]),
  engine("GET /:index/_recovery", [...of.SCOPE, "detailed", "active_only"]),
  engine(
    `GET /_segments
     GET /:index/_segments`,
    [...of.SCOPE, "verbose"],
  ),
  engine("GET /:index/_shard_stores", [...of.SCOPE, "status"]),
  engine(
    `GET POST /_analyze
     GET POST /:index/_analyze`,
    of.AS_BODY,
    { body: body.ANALYZE },
  ),
  engine("POST /_aliases", of.WAITING, { body: body.ALIASES }),
  engine(
    `PUT POST /:index/_alias/:name
     PUT POST /:index/_aliases/:name`,
    of.WAITING,
    { body: body.ALIAS },
  ),
  engine("DELETE /:index/_alias/:name", of.WAITING),
  engine(
    `GET /_alias
     GET /_aliases
     GET HEAD /_alias/:name
     GET /:index/_alias
     GET HEAD /:index/_alias/:name`,
    of.SHOW_ALIAS,
  ),
  engine(
    `POST /:index/_rollover
     POST /:index/_rollover/:name`,
    of.ROLLOVER,
    { body: body.ROLLOVER },
  ),
  engine(
    `PUT POST /:index/_shrink/:name
     PUT POST /:index/_split/:name
     PUT POST /:index/_clone/:name`,
    of.RESIZE,
    { body: body.RESIZE },
  ),
  engine(
    `GET /_template
     GET HEAD /_template/:name
     GET /_index_template
     GET HEAD /_index_template/:name
     GET /_component_template
     GET HEAD /_component_template/:name`,
    of.SHOW_TEMPLATE,
  ),
  engine("PUT POST /_template/:name", of.CHANGE_TEMPLATE, { body: body.TEMPLATE }),
  engine("PUT POST /_index_template/:name", of.CHANGE_TEMPLATE, { body: body.INDEX_TEMPLATE }),
  engine("PUT POST /_component_template/:name", of.CHANGE_TEMPLATE, { body: body.COMPONENT_TEMPLATE }),
  engine(
    `POST /_index_template/_simulate
     POST /_index_template/_simulate/:name
     POST /_index_template/_simulate_index/:index`,
    of.SIMULATE_TEMPLATE,
    { body: body.INDEX_TEMPLATE },
  ),
  engine(
    `DELETE /_template/:name
     DELETE /_index_template/:name
     DELETE /_component_template/:name`,
    of.WAITING,
  ),
  engine(
    `GET /_resolve/index/:index
     GET /_data_stream
     GET /_data_stream/:index`,
    of.SCOPE,
  ),

  engine(
    `GET /_cat
     GET /_cat/*rest`,
    of.CAT,
  ),
  engine(
    `GET /_nodes
     GET /_nodes/*rest`,
    of.NODES,
  ),
  engine("GET /_cluster/health/:index", of.CLUSTER),
  engine("GET /_cluster/*rest", of.CLUSTER, { ofAdmins: ["include_defaults"] }),
  // The details of a task hold the searches and the indices of others.
  engine(
    `GET /_tasks
     GET /_tasks/:id
     POST /_tasks/_cancel
     POST /_tasks/:id/_cancel`,
    of.TASKS,
    { ofAdmins: ["detailed"] },
  ),
];
