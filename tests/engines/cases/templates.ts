import type { Case } from "../types";
import { call, story } from "./build";

const putIndexTemplate = (name: string, body: object) => call(`PUT /_index_template/${name}`, body);
const putComponent = (name: string, body: object) => call(`PUT /_component_template/${name}`, body);
const template = (name: string, ...calls: ReturnType<typeof call>[]) => story(`index template: ${name}`, ...calls);
const field = (type: string) => ({ mappings: { properties: { a: { type } } } });

/** Composable index templates with their components: made, shown, applied, simulated, removed, and every refusal. */
export const templateCases: readonly Case[] = [
  template(
    "made, shown, removed",
    putIndexTemplate("s-it", {
      index_patterns: ["s-x*"],
      priority: 3,
      version: 4,
      _meta: { by: "me" },
      template: {
        settings: { number_of_replicas: 0 },
        mappings: { properties: { a: { type: "keyword" } } },
        aliases: { "s-al": { routing: "b" } },
      },
    }),
    call("GET /_index_template/s-it"),
    call("GET /_index_template/s-i*"),
    call("GET /_index_template/s-it?flat_settings=true"),
    call("HEAD /_index_template/s-it"),
    call("PUT /_index_template/s-it?create=true", { index_patterns: ["s-x*"] }),
    call("DELETE /_index_template/s-it"),
    call("HEAD /_index_template/s-it"),
    call("GET /_index_template/s-it"),
    call("GET /_index_template/s-no*"),
    call("DELETE /_index_template/s-it"),
  ),
  template(
    "only patterns",
    putIndexTemplate("s-it", { index_patterns: "s-x*" }),
    call("GET /_index_template/s-it"),
    call("PUT /s-x1"),
    call("GET /s-x1/_alias"),
  ),
  template(
    "component made, shown, removed",
    putComponent("s-ct", {
      template: {
        settings: { "index.number_of_replicas": 0 },
        ...field("text"),
        aliases: { "s-al": { filter: { term: { a: 1 } } } },
      },
      version: 2,
      _meta: { k: { l: 1 } },
    }),
    call("GET /_component_template/s-ct"),
    call("HEAD /_component_template/s-ct"),
    call("PUT /_component_template/s-ct?create=true", { template: {} }),
    call("DELETE /_component_template/s-ct"),
    call("GET /_component_template/s-ct"),
    call("HEAD /_component_template/s-ct"),
    call("GET /_component_template/s-no*"),
    call("DELETE /_component_template/s-ct"),
  ),
  template(
    "components below the template, the request over it",
    putComponent("s-c1", {
      template: {
        settings: { number_of_replicas: 0, refresh_interval: "5s" },
        mappings: {
          properties: { a: { type: "keyword", ignore_above: 5 }, "o.x": { type: "long" }, b: { type: "date" } },
          _meta: { one: 1, both: 1 },
        },
        aliases: { "s-al1": { is_write_index: false } },
      },
    }),
    putComponent("s-c2", {
      template: {
        settings: { "index.refresh_interval": "7s" },
        mappings: { dynamic: false, properties: { a: { type: "text" } }, _meta: { two: 2, both: 2 } },
        aliases: { "s-al1": { filter: { match_all: {} } } },
      },
    }),
    putIndexTemplate("s-it", {
      index_patterns: ["s-x*"],
      composed_of: ["s-c1", "s-c2"],
      template: {
        settings: { refresh_interval: "9s" },
        mappings: { properties: { "o.y": { type: "keyword" }, c: { type: "ip" } } },
        aliases: { "{index}-al": {} },
      },
    }),
    call("GET /_index_template/s-it"),
    call("PUT /s-xa", {
      mappings: { properties: { b: { type: "keyword" }, o: { properties: { z: { type: "boolean" } } } } },
      aliases: { "s-al1": {} },
    }),
    call("GET /s-xa/_mapping"),
    call("GET /s-xa/_alias"),
    call("GET /s-xa/_settings/index.refresh_interval,index.number_of_replicas"),
    call("DELETE /_component_template/s-c1"),
    call("DELETE /_component_template/s-c*"),
  ),
  template(
    "priority decides, legacy ones do not count beside it",
    call("PUT /_template/s-old", {
      index_patterns: ["s-x*"],
      order: 9,
      mappings: { properties: { old: { type: "keyword" } } },
    }),
    putIndexTemplate("s-i1", { index_patterns: ["s-x*"], priority: 1, template: field("keyword") }),
    putIndexTemplate("s-i2", { index_patterns: ["s-xa*"], priority: 2, template: field("long") }),
    call("PUT /s-xa"),
    call("PUT /s-xb"),
    call("PUT /s-y"),
    call("GET /s-x*/_mapping"),
  ),
  template(
    "for an index made by its first document",
    putIndexTemplate("s-it", { index_patterns: ["s-x*"], template: field("keyword") }),
    call("PUT /s-xa/_doc/1?refresh=true", { a: "b c" }),
    call("GET /s-xa/_mapping"),
  ),
  template(
    "same priority",
    putIndexTemplate("s-i1", { index_patterns: ["s-x*", "s-y*"], priority: 5 }),
    putIndexTemplate("s-i2", { index_patterns: ["*-xa"], priority: 5 }),
    putIndexTemplate("s-i2", { index_patterns: ["s-z*"], priority: 5 }),
  ),
  template(
    "no priority is zero",
    putIndexTemplate("s-i1", { index_patterns: ["s-x*"] }),
    putIndexTemplate("s-i2", { index_patterns: ["s-x"], priority: 0 }),
  ),
  template(
    "a legacy one that comes later",
    putIndexTemplate("s-it", { index_patterns: ["s-x*"] }),
    call("PUT /_template/s-old", { index_patterns: ["s-xa*"] }),
    call("PUT /_template/s-old", { index_patterns: ["s-y*"] }),
  ),
  template(
    "without patterns",
    putIndexTemplate("s-it", { template: {} }),
    putIndexTemplate("s-it", { index_patterns: [] }),
  ),
  template("negative priority", putIndexTemplate("s-it", { index_patterns: ["s-x*"], priority: -1 })),
  template("unknown key", putIndexTemplate("s-it", { index_patterns: ["s-x*"], order: 1 })),
  template("unknown key inside", putIndexTemplate("s-it", { index_patterns: ["s-x*"], template: { setting: {} } })),
  template("unknown component", putIndexTemplate("s-it", { index_patterns: ["s-x*"], composed_of: ["s-c1", "s-c2"] })),
  template(
    "unknown setting",
    putIndexTemplate("s-it", { index_patterns: ["s-x*"], template: { settings: { foo: 1 } } }),
  ),
  template("bad mapping", putIndexTemplate("s-it", { index_patterns: ["s-x*"], template: field("nothing") })),
  template(
    "bad names",
    putIndexTemplate("s-It", { index_patterns: ["s-x*"] }),
    putIndexTemplate("s-it", { index_patterns: ["s x*", "_a"] }),
  ),
  template(
    "alias like a pattern",
    putIndexTemplate("s-it", { index_patterns: ["s-x"], template: { aliases: { "s-x": {} } } }),
  ),
  template(
    "hidden for all",
    putIndexTemplate("s-it", {
      index_patterns: ["*"],
      priority: 999,
      template: { settings: { "index.hidden": true } },
    }),
  ),
  template("component without a template", putComponent("s-ct", { version: 1 })),
  template("component: unknown key", putComponent("s-ct", { template: {}, index_patterns: ["a"] })),
  template("component: bad mapping", putComponent("s-ct", { template: field("nothing") })),
  template("component: unknown setting", putComponent("s-ct", { template: { settings: { foo: 1 } } })),
  template(
    "a component that no longer fits",
    putComponent("s-ct", { template: field("keyword") }),
    putIndexTemplate("s-it", {
      index_patterns: ["s-x*"],
      composed_of: ["s-ct"],
      template: { mappings: { properties: { a: { type: "long" } } } },
    }),
    putComponent("s-ct", { template: { mappings: { properties: { a: { properties: { b: { type: "long" } } } } } } }),
  ),
  template(
    "simulated for an index",
    putComponent("s-ct", {
      template: { settings: { number_of_replicas: 2 }, mappings: { properties: { c: { type: "keyword" } } } },
    }),
    putIndexTemplate("s-i1", {
      index_patterns: ["s-x*"],
      priority: 10,
      template: { settings: { number_of_replicas: 0 }, ...field("keyword") },
    }),
    call("POST /_index_template/_simulate_index/s-xa"),
    call("POST /_index_template/_simulate_index/s-other"),
    call("POST /_index_template/_simulate_index/s-xa", {
      index_patterns: ["s-x*"],
      priority: 15,
      composed_of: ["s-ct"],
      template: { settings: { "index.blocks.write": true }, aliases: { "s-al": {} } },
    }),
    call("POST /_index_template/_simulate_index/s-xa", { index_patterns: ["s-x*"], priority: 10 }),
  ),
  template(
    "simulated by name or body",
    putIndexTemplate("s-i1", {
      index_patterns: ["s-x*"],
      priority: 10,
      template: { settings: { number_of_replicas: 0 } },
    }),
    call("POST /_index_template/_simulate/s-i1"),
    call("POST /_index_template/_simulate/s-none"),
    call("POST /_index_template/_simulate", { index_patterns: ["s-x*"], priority: 11, template: field("date") }),
    call("POST /_index_template/_simulate", { index_patterns: ["s-x*"], composed_of: ["s-none"] }),
    call("POST /_index_template/_simulate"),
  ),
  story(
    "template: bad mapping, bad setting",
    call("PUT /_template/s-t", { index_patterns: ["s-x*"], ...field("nothing") }),
    call("PUT /_template/s-t", { index_patterns: ["s-x*"], settings: { foo: 1 } }),
    call("PUT /_template/s-t", { index_patterns: ["s-x*"] }),
    call("PUT /_template/s-t?create=true", { index_patterns: ["s-x*"] }),
    call("PUT /_template/s-t", { index_patterns: ["s-x*"], aliases: { "s-{index}": { routing: "a" } } }),
    call("GET /_template/s-t"),
    call("PUT /s-xa"),
    call("GET /s-xa/_alias"),
  ),
  story(
    "tasks: an unknown action",
    call("POST /_tasks/_cancel?actions=nothing"),
    call("GET /_tasks?actions=nothing&group_by=none"),
    call("GET /_tasks?actions=nothing&group_by=parents"),
  ),
  story(
    "tasks: refused",
    call("GET /_tasks?group_by=nobody"),
    call("GET /_tasks?foo=1"),
    call("GET /_tasks/a"),
    call("POST /_tasks/a/_cancel"),
    call("GET /_tasks?parent_task_id=a"),
  ),
  story("tasks: of a node that is not there", call("GET /_tasks/foo:1"), call("GET /_tasks?nodes=nobody")),
];
