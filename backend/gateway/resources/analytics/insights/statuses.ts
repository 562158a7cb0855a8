import * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";

const StatusesSchema = z.object({ statuses: z.record(z.string(), z.enum(["saved", "read", "deleted"])) });

/** What became of the insights of one scope and month. */
export type Statuses = z.infer<typeof StatusesSchema>["statuses"];

/** Statuses of insights, in `.actionableinsights`: a document for each scope (indices, or the cluster) and month. */
export function createStatuses(parts: StoreParts) {
  const store = createSystemStore({ ...parts, index: SYSTEM.insights, schema: StatusesSchema });
  const idOf = ({ scope, month }: Of) => `${month} ${scope}`;
  return {
    get: async (of: Of): Promise<Statuses> => (await store.get(idOf(of)))?.statuses ?? {},
    put: async ({ id, status, ...of }: Of & { id: string; status: Statuses[string] }) => {
      const from = await store.get(idOf(of));
      const to = { statuses: { ...from?.statuses, [id]: status } };
      if (from === null && (await store.create(idOf(of), to))) return;
      await store.change(idOf(of), { from: from ?? { statuses: {} }, to });
    },
  };
}

/** `month` as `2026-03`; `scope` are indices as the path names them, "" for the cluster. */
type Of = { scope: string; month: string };
