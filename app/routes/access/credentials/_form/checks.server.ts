import { patternAdmits } from "@common/index-pattern";
import { refererFits } from "@common/referers";
import { listIndexNames } from "~/services/indices/list.server";
import { settle } from "~/services/http/settle.server";
import type { Scope } from "~/session/scope.server";

const SHOWN = 12;

/** What the patterns of a credential meet now, and whether a page may use it. */
export type Checks = {
  /** Null where the names of the indices are not known. */
  meets: { names: string[]; total: number; of: number } | null;
  everything: boolean;
  page: { address: string; fits: boolean; by: string | null } | null;
};

/** By the rules of the gateway: indices by pattern, and the page by the referers. */
export async function checksOf(
  scope: Scope,
  { indices, referers, page }: { indices: readonly string[]; referers: readonly string[]; page: string },
): Promise<Checks> {
  const listed = await settle(listIndexNames(scope));
  const met = listed.ok ? listed.value.filter((name) => indices.some((pattern) => patternAdmits(pattern, name))).sort() : [];
  const by = referers.find((pattern) => refererFits(pattern, page)) ?? null;
  return {
    meets: listed.ok ? { names: met.slice(0, SHOWN), total: met.length, of: listed.value.length } : null,
    everything: indices.some((pattern) => /^\*+$/.test(pattern)),
    page: page === "" ? null : { address: page, fits: by !== null, by },
  };
}
