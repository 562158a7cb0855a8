import { byNumber, byText, listOf } from "~/lib/values/list-of";
import { listEnvs } from "~/services/pipelines/envs/read.server";
import { loadUses, type UsedBy } from "~/services/pipelines/envs/uses.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { EnvListState } from "./addresses";

/** A variable as a row, without its value. `usedBy`: null where that could not be read. */
export type EnvRow = {
  key: string;
  name: string;
  description: string;
  isSet: boolean;
  usedBy: UsedBy[] | null;
  updatedAt: number | null;
};

/** A page of the variables that match; null where the server has none at all. */
export async function loadEnvs(scope: Scope, state: EnvListState) {
  const [all, uses] = await Promise.all([whereOffered(listEnvs(scope)), settle(loadUses(scope))]);
  if (all === null) return null;
  const rows = all.map(({ key, label, description, value, updatedAt }): EnvRow => ({
    key,
    name: label === "" ? key : label,
    description,
    isSet: value !== "",
    usedBy: uses.ok ? uses.value(key) : null,
    updatedAt,
  }));
  return listOf(rows, state, {
    text: ({ key, name, description }) => [key, name, description],
    orders: { name: byText(({ name }) => name), updated: byNumber(({ updatedAt }) => updatedAt) },
  });
}
