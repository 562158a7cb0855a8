import { patternAdmits } from "@common/text/index-pattern";
import { refererFits } from "@common/access-control/referers";
import { isBackendError } from "~/services/platform/http/errors.server";
import { listIndexNames } from "~/services/indices/list.server";
import { listFieldNames } from "~/services/indices/mappings/get.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

const SHOWN = 12;
/** Of indices whose mapping is read, and of names that the form is told. */
const MOST = { indices: 20, names: 300 };

/** What the patterns of a credential meet now, and whether a page may use it. */
export type Checks = {
  /** Null where the names of the indices are not known. */
  meets: { names: string[]; total: number; of: number } | null;
  everything: boolean;
  /** What may be typed for indices and for fields: the names there are, and the fields of what the patterns meet. */
  known: { indices: string[]; fields: string[] };
  page: { address: string; fits: boolean; by: string | null } | null;
  /** What the referers or ranges shut out that one may not think of. */
  warnings: string[];
  /** How referers are written. */
  examples: readonly { pattern: string; what: string }[];
};

/** Sent with the page, not with its scripts: few readers open them. */
export const examples = [
  { pattern: "https://shop.example/search", what: "addresses that start so" },
  { pattern: "shop.example", what: "every page of that host" },
  { pattern: "*.shop.example", what: "hosts that end in it" },
  { pattern: "*shop*", what: "hosts that contain it" },
  { pattern: "*/checkout", what: "any host, paths that contain it" },
] as const;

function warningsOf({ referers, sources }: { referers: readonly string[]; sources: readonly string[] }): string[] {
  return [
    ...(referers.some((pattern) => /^\*+$/.test(pattern))
      ? []
      : ["Without * in the referers only browsers on those pages may use it: servers and apps send no referer."]),
    ...(sources.includes("0.0.0.0/0")
      ? []
      : ["Without 0.0.0.0/0 in the sources calls from every other address are refused."]),
  ];
}

/** Fields are only proposed: without them the form works as well. */
function noFields(error: unknown): string[] {
  if (isBackendError(error)) return [];
  throw error;
}

/** By the rules of the gateway: indices by pattern, and the page by the referers. */
export async function checksOf(
  scope: Scope,
  {
    indices,
    referers,
    sources,
    page,
  }: { indices: readonly string[]; referers: readonly string[]; sources: readonly string[]; page: string },
): Promise<Checks> {
  const listed = await settle(listIndexNames(scope));
  const met = listed.ok
    ? listed.value.filter((name) => indices.some((pattern) => patternAdmits(pattern, name))).sort()
    : [];
  const fields = met.length === 0 ? [] : await listFieldNames(scope, met.slice(0, MOST.indices)).catch(noFields);
  const by = referers.find((pattern) => refererFits(pattern, page)) ?? null;
  return {
    meets: listed.ok ? { names: met.slice(0, SHOWN), total: met.length, of: listed.value.length } : null,
    everything: indices.some((pattern) => /^\*+$/.test(pattern)),
    known: {
      indices: listed.ok ? [...listed.value].sort().slice(0, MOST.names) : [],
      fields: fields.slice(0, MOST.names),
    },
    warnings: warningsOf({ referers, sources }),
    examples,
    page: page === "" ? null : { address: page, fits: by !== null, by },
  };
}
