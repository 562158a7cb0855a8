import { toSetAlias } from "~/services/indices/aliases/manage.server";
import { type AliasMembers, listAliasMembers, wordOf } from "~/services/indices/aliases/read.server";
import type { IndexRow } from "~/services/indices/index-row";
import { listIndices } from "~/services/indices/list.server";
import type { Change } from "~/services/platform/changes/types";
import type { Scope } from "~/session/scope.server";
import { targetNamed } from "./target.server";

type Asked = { alias: string; from: string; to: string };

export type SwitchPlan = {
  /** Aliases to choose from, and the indices behind the chosen one. */
  aliases: string[];
  members: string[];
  indices: string[];
  /** Null until all is chosen. */
  plan: {
    before: AliasMembers;
    after: AliasMembers;
    change: Change<AliasMembers>;
    /** Another word as soon as the alias changes. */ seen: string;
    kept: boolean;
  } | null;
  /** What is wrong with what was chosen. */
  problem: string | null;
};

/** What a switch that an address asks for would do, from how things stand now. Throws BackendError. */
export async function planSwitch(scope: Scope, { alias, from, to }: Asked): Promise<SwitchPlan> {
  const [all, listed] = await Promise.all([listAliasMembers(scope), listIndices(scope)]);
  const rows = listed.filter(({ system }) => !system || scope.preferences.systemIndices);
  const known = new Set(rows.map(({ index }) => index));
  const aliases = [...all]
    .filter(([, members]) => Object.keys(members).some((index) => known.has(index)))
    .map(([name]) => name);
  const members = all.get(alias) ?? {};
  const common = {
    aliases: aliases.sort(),
    members: Object.keys(members).sort(),
    indices: rows.map(({ name }) => name),
  };
  const nothing = (problem: string | null) => ({ ...common, plan: null, problem });
  if (alias === "") return nothing(null);
  if (Object.keys(members).length === 0) return nothing(`There is no alias called ${alias}.`);
  if (to === "") return nothing(null);
  const target = targetNamed(rows, { scope: { ...scope, level: "cluster", app: undefined }, typed: to });
  if (target === undefined) return nothing(`There is no index called ${to}.`);
  if (from !== "" && members[from] === undefined)
    return nothing(`${from} has no alias ${alias}. Choose one of ${common.members.join(", ")}.`);
  return { ...common, ...planned({ alias, from, target, members }) };
}

function planned({
  alias,
  from,
  target,
  members,
}: {
  alias: string;
  from: string;
  target: IndexRow;
  members: AliasMembers;
}): Pick<SwitchPlan, "plan" | "problem"> {
  const leaving = from === "" ? Object.keys(members) : [from];
  const staying = Object.entries(members).filter(([index]) => !leaving.includes(index));
  const writing = leaving.find((index) => members[index]?.["is_write_index"] === true);
  const definition = members[writing ?? leaving[0] ?? ""] ?? {};
  const after: AliasMembers = { ...Object.fromEntries(staying), [target.index]: definition };
  if (leaving.length === 1 && leaving[0] === target.index)
    return { plan: null, problem: `${alias} is on ${target.name} already.` };
  if (target.name === alias) return { plan: null, problem: `${alias} is the name of that index itself.` };
  const change = toSetAlias({ alias, before: members, after, verb: "switch" });
  return {
    plan: {
      before: members,
      after,
      change,
      seen: wordOf(Object.entries(members).sort()),
      kept: Object.keys(definition).length > 0,
    },
    problem: null,
  };
}
