import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { methods } from "~/lib/data/console/parse";

/**
 * What is known of the server: names of indices, and the fields of the one that the request under the cursor is about.
 */
export type Names = { indices: readonly string[]; fields: readonly { path: string; type: string }[] };

const words = (text: string) => text.trim().split(/\s+/);

const ROOT =
  words(`_search _msearch _count _bulk _mget _cat/indices _cat/aliases _cat/health _cat/shards _cat/nodes _cluster/health _cluster/stats _aliases _alias _mapping
  _field_caps _analyze _reindex _tasks _template _index_template _nodes _stats _storedqueries _storedquery/ _users _permissions _logs _reactivesearch/schema`);
const OF_INDEX =
  words(`_search _count _doc/ _create/ _update/ _source/ _bulk _mget _msearch _mapping _settings _alias _aliases _stats _refresh _flush _forcemerge _open _close
  _delete_by_query _update_by_query _analyze _field_caps _explain/ _validate/query _termvectors/ _reactivesearch _reactivesearch/validate _logs`);
const PARAMETERS = words(
  "pretty v h s size from q refresh routing format timeout ignore_unavailable explain wait_for_completion conflicts human flat_settings",
);
const KEYS =
  words(`query bool must must_not should filter match match_phrase match_all multi_match query_string simple_query_string term terms range exists prefix wildcard regexp fuzzy
  ids nested path function_score constant_score boosting dis_max geo_distance geo_bounding_box aggs aggregations avg sum min max stats cardinality value_count date_histogram histogram
  top_hits percentiles from size sort _source fields highlight track_total_hits search_after collapse field value values order operator fuzziness minimum_should_match boost gte lte gt lt
  calendar_interval fixed_interval interval type analyzer text settings mappings properties aliases index number_of_shards number_of_replicas refresh_interval source dest doc upsert
  params id dataField react customQuery defaultQuery includeFields excludeFields`);

const options = (labels: readonly string[], type: string): Completion[] => labels.map((label) => ({ label, type }));

/** What may stand at the cursor: a method, a part of the path, a parameter, a member of a body, a field. */
export function completionsFor(names: () => Names) {
  return (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const head = /^\s*(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(\S*)$/i.exec(before);
    if (head) return inTarget(head[2] ?? "", context.pos, names());
    const word = /^\s*([A-Za-z]+)$/.exec(before);
    if (word?.[1] !== undefined) return { from: context.pos - word[1].length, options: options(methods, "keyword") };
    const text = /"([^"\\]*)$/.exec(before);
    if (text?.[1] === undefined || (!context.explicit && text[1] === "")) return null;
    const fields = names().fields.map(({ path, type }): Completion => ({
      label: path,
      type: "property",
      detail: type,
      boost: 1,
    }));
    return {
      from: context.pos - text[1].length,
      options: [...fields, ...options(KEYS, "keyword")],
      validFor: /^[\w.*-]*$/,
    };
  };
}

function inTarget(target: string, pos: number, { indices }: Names): CompletionResult {
  const mark = target.indexOf("?");
  if (mark >= 0) {
    const last = target.slice(target.lastIndexOf(target.includes("&") ? "&" : "?") + 1);
    return { from: pos - last.length, options: options(PARAMETERS, "property") };
  }
  const bare = target.replace(/^\//, "");
  const slash = bare.indexOf("/");
  // Of the first part everything, calls of the server with a slash in them too.
  if (slash < 0 || bare.startsWith("_"))
    return { from: pos - bare.length, options: [...options(indices, "class"), ...options(ROOT, "function")] };
  return { from: pos - (bare.length - slash - 1), options: options(OF_INDEX, "function") };
}
