import { openStore } from "~/services/platform/store/database.server";

/** A version of the settings of an index, as the console keeps what was deployed: for the screens about one. */
export function seedVersion({ dataDir, server, index }: { dataDir: string; server: string; index: string }): void {
  const changes = [
    {
      key: "results.size",
      group: "Results",
      setting: "Page size",
      field: null,
      old: "10",
      new: "20",
      effect: "at once",
    },
  ];
  openStore(dataDir)
    .prepare(
      "INSERT OR IGNORE INTO relevance_versions VALUES (?, ?, 1, ?, 'admin', 'Longer pages', ?, 'seeded', NULL, ?, ?, NULL)",
    )
    .run(
      server,
      index,
      Date.now(),
      JSON.stringify({ search: {}, results: { size: 20 } }),
      JSON.stringify(changes),
      JSON.stringify({ "results.size": 20 }),
    );
}
