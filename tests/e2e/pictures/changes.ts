import { sessionSecrets } from "~/session/seal.server";
import { seedChange } from "../../setup/seeds/change";
import type { Product } from "../support/product";

/** The change whose pages are shown: one that can be undone. */
export const changeId = "c-pictures1";

const HOUR = 3600_000;

/** Changes of two people over some days, with every outcome. */
export function seedChanges({ dataDir, backendUrl: server, username }: Product) {
  const secrets = sessionSecrets({ sessionSecrets: [], dataDir });
  const both = { dataDir, server, secrets };
  const now = Date.now();
  const index = { kind: "index", right_name: "indices:write", noun: "index", before: null, after: null, body: null };
  const add = (change: Partial<Parameters<typeof seedChange>[0]> & { id: string; index_name: string }) =>
    seedChange({ ...both, person: username, ...change });
  add({ id: changeId, index_name: "movies", at: now - 2 * 60_000 });
  add({
    ...index,
    id: "c-p2",
    index_name: "stores.eu",
    at: now - HOUR,
    verb: "close",
    resource: "stores.eu",
    name: "stores.eu",
    method: "POST",
    path: "/stores.eu/_close",
    outcome: "success",
  });
  add({
    id: "c-p3",
    index_name: "movies",
    at: now - 3 * HOUR,
    person: "jonas",
    verb: "delete",
    noun: "documents",
    summary: "3 documents",
    method: "POST",
    path: "/movies/_bulk?refresh=wait_for",
    outcome: "undone",
    undone_by: changeId,
  });
  add({
    id: "c-p4",
    index_name: "products-2026-11",
    at: now - 20 * HOUR,
    person: "jonas",
    verb: "update",
    outcome: "failed",
    status: 409,
    message: "Someone else changed this document. Review their changes and save again.",
    name: "products-2026-11 · 118",
    path: "/products-2026-11/_doc/118?if_seq_no=4&if_primary_term=1&refresh=wait_for",
    method: "PUT",
  });
  add({
    ...index,
    id: "c-p5",
    index_name: "stores.eu",
    at: now - 26 * HOUR,
    person: "jonas",
    verb: "delete",
    resource: "stores.eu",
    name: "stores.eu",
    method: "DELETE",
    path: "/stores.eu",
    outcome: "not sent",
    status: null,
    took: null,
    message: "No writing window is open.",
  });
  add({
    ...index,
    id: "c-p6",
    index_name: "all-cities",
    at: now - 27 * HOUR,
    verb: "import",
    noun: "index",
    resource: "all-cities",
    name: "all-cities",
    method: "",
    path: "",
    outcome: "running",
    status: null,
    took: null,
    job: "picRunning01",
  });
  for (let at = 0; at < 30; at++) {
    const day = String(24 - (at % 24)).padStart(2, "0");
    const name = `events-2026.10.${day}`;
    add({
      ...index,
      id: `c-p7${at}`,
      index_name: name,
      at: now - (48 + at * 7) * HOUR,
      verb: "create",
      resource: name,
      name,
      method: "PUT",
      path: `/${name}`,
      outcome: "success",
    });
  }
}
