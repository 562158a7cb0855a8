import { isJsonObject, stringifyJson } from "@common/text/json";
import { askJson, pathOf } from "./call";
import { settingsOf, uncopiable } from "./definition";
import type { Entry } from "./journal";
import { serverInTheWay } from "./others-target";
import { figure, size, table } from "./progress";
import { healthOf, presentIn, tryIndex, type Present, type Target } from "./target";
import { isSystem, type Source, type SourceIndex, type Template } from "./types";

export type PlanOptions = {
  wanted: (name: string) => boolean;
  /** Only some indices were asked for: templates stay where they are. */
  part: boolean;
  intoExisting: boolean;
};

/** What is to be copied, and what speaks against it. */
export type Plan = {
  indices: SourceIndex[];
  templates: Template[];
  present: Present;
  /** Settings that the target does not know, for each index. */
  without: Map<string, Set<string>>;
  /** What the target has already. */
  inTheWay: string[];
  /** What the target, or this program, cannot take over. */
  impossible: string[];
};

/** JSON with sorted keys and settings by dotted names, so that only what a template says is compared. */
function meaning(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => meaning(one));
  if (!isJsonObject(value)) return value;
  const entries: [string, unknown][] =
    key === "settings"
      ? [...settingsOf(value)]
      : Object.entries(value).map(([name, one]) => [name, meaning(one, name)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The target has another template of that name; the gateway's own, as a gateway made it there too, is in nobody's way.
 */
async function templateDiffers({ caller }: Target, { kind, name, body }: Template): Promise<boolean> {
  const { status, body: answer } = await askJson(caller, { method: "GET", path: pathOf(kind, name) }, [404]);
  if (status === 404) return false;
  const one = kind.slice(1);
  const listed = answer[`${one}s`];
  const first = Array.isArray(listed) ? listed[0] : undefined;
  const there = kind === "_template" ? answer[name] : isJsonObject(first) ? first[one] : undefined;
  return stringifyJson(meaning(there)) !== stringifyJson(meaning(body));
}

function obstacle({
  index,
  present,
  intoExisting,
}: {
  index: SourceIndex;
  present: Present;
  intoExisting: boolean;
}): string | undefined {
  const { name } = index;
  if (present.aliases.has(name)) return `${name}: the target has an alias of that name`;
  const alias = Object.keys(index.aliases).find((one) => present.indices.has(one));
  if (alias !== undefined) return `${name}: its alias ${alias} is the name of an index of the target`;
  const there = present.indices.get(name);
  if (!there || intoExisting) return undefined;
  // A gateway that was started once on an empty target has made its indices.
  if (isSystem(name) && there.open && there.documents === 0) return undefined;
  return there.open ? `${name}: ${figure(there.documents)} documents` : `${name}: closed`;
}

/** Looks at both sides and changes nothing. `entries` is what an earlier run noted. */
export async function makePlan({
  source,
  target,
  entries,
  templatesDone,
  options,
}: {
  source: Source;
  target: Target;
  entries: ReadonlyMap<string, Entry>;
  templatesDone: boolean;
  options: PlanOptions;
}): Promise<Plan> {
  const indices = (await source.indices()).filter(({ name }) => options.wanted(name));
  const names = new Set(indices.map(({ name }) => name));
  const present = await presentIn(target.caller, (name) => names.has(name));
  const templates = options.part || templatesDone ? [] : await source.templates();
  const plan: Plan = { indices, templates, present, without: new Map(), inTheWay: [], impossible: [] };
  const health = await healthOf(target.caller);
  if (health === "red") plan.impossible.push("the target's health is red: some of its shards are not there");
  for (const index of indices) {
    const entry = entries.get(index.name);
    if (!entry) {
      const problem = obstacle({ index, present, intoExisting: options.intoExisting });
      if (problem !== undefined) plan.inTheWay.push(problem);
    }
    const reason =
      index.state === "close" && !source.readsClosed ? "closed: open it, or leave it out" : uncopiable(index);
    if (reason !== undefined) plan.impossible.push(`${index.name}: ${reason}`);
    if (present.indices.has(index.name)) {
      if (!entry && present.indices.get(index.name)?.open === false && options.intoExisting)
        plan.impossible.push(`${index.name}: closed in the target: open it, or leave it out`);
      continue;
    }
    const { without, problem } = await tryIndex(target, index);
    plan.without.set(index.name, without);
    if (problem !== undefined) plan.impossible.push(`${index.name}: ${problem}`);
  }
  plan.impossible.push(
    ...(await serverInTheWay(
      target.caller,
      [...names].filter((name) => !entries.has(name)),
    )),
  );
  if (!options.intoExisting)
    for (const template of templates)
      if (await templateDiffers(target, template))
        plan.inTheWay.push(`${template.kind}/${template.name}: another template of that name`);
  return plan;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A plan in lines: a table of what would be copied, what would be left out, and what speaks against it. */
export function planLines({ indices, templates, without, inTheWay, impossible }: Plan): string[] {
  const rows = indices.map(({ name, state, documents, bytes }) => [
    state === "close" ? `${name} (closed)` : name,
    figure(documents),
    size(bytes),
  ]);
  const total = ["all", figure(sum(indices.map((one) => one.documents))), size(sum(indices.map((one) => one.bytes)))];
  const unknown = [...without]
    .filter(([, names]) => names.size > 0)
    .map(([name, names]) => `${name}: the target does not know ${[...names].join(", ")}: left out`);
  return [
    ...table([["index", "documents", "bytes"], ...rows, total]),
    ...(templates.length > 0 ? [`Templates: ${templates.map(({ name }) => name).join(", ")}`] : []),
    ...unknown,
    ...(inTheWay.length > 0 ? ["The target is not empty. In the way:", ...inTheWay.map((line) => `  ${line}`)] : []),
    ...(impossible.length > 0 ? ["Cannot be copied:", ...impossible.map((line) => `  ${line}`)] : []),
  ];
}
