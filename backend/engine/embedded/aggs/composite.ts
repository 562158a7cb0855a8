import { isJsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import { integerOf } from "../query/parse/values";
import { positiveSize } from "./buckets";
import { CompositeCollector } from "./composite-collector";
import { sourceOf } from "./composite-source";
import { checkSettings } from "./source";
import type { AggregationParser } from "./types";

const composite: AggregationParser = (body, { name }) => {
  checkSettings("composite", body, ["sources", "size", "after"]);
  const list = body["sources"];
  if (list === undefined) throw illegalArgument("Required [sources]");
  if (!Array.isArray(list) || list.length === 0) throw illegalArgument("Composite [sources] cannot be null or empty");
  const names = list.flatMap((one) => (isJsonObject(one) ? Object.keys(one).slice(0, 1) : []));
  const twice = [...new Set(names.filter((one, at) => names.indexOf(one) !== at))];
  if (twice.length > 0)
    throw illegalArgument(`Composite source names must be unique, found duplicates: [${twice.join(", ")}]`);
  const sources = list.map(sourceOf);
  // A page of none is allowed here, unlike in `terms` [real engine].
  const asked = body["size"] === undefined ? 10 : integerOf(body["size"]);
  const size = asked === 0 ? 0 : positiveSize(asked, { type: "composite", name, body });
  const after = body["after"];
  if (after !== undefined && !isJsonObject(after)) throw illegalArgument(`[after] of [${name}] must be an object`);
  return (children) =>
    new CompositeCollector(
      sources.map((make) => make()),
      size,
      after,
      children,
    );
};

/** Pages through all combinations of values. */
export const compositeAggregations: Readonly<Record<string, AggregationParser>> = { composite };
