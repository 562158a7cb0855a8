import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { getImports } from "~/services/data/import/imports.server";
import { sampleIndex } from "../e2e/support/screens";
import { seedOwn } from "../setup/forms/seed";
import { seedChange } from "../setup/seeds/change";

type Whose = { context: AppLoadContext; server: string; person: string };

/** What a console keeps of one of each thing, under the ids that stand in the addresses of the table. */
export function seedTable({ context, server, person }: Whose): void {
  seedOwn(context, server);
  const { dataDir, sessionSecrets: secrets } = context.config;
  seedChange({ dataDir, secrets, id: "c-sweep1", server, person, index_name: sampleIndex });
  const { store, dir } = getImports(context);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "sweep.upload");
  const rows = "title,year\nMetropolis,1927\nNosferatu,1922\n";
  writeFileSync(path, rows);
  const upload = { id: "sweepImport1", url: server, app: sampleIndex, username: person };
  store.create({ ...upload, name: "films.csv", size: rows.length, path });
}
