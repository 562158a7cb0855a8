import type { SqliteDatabase } from "@common/storage/sqlite";

/**
 * A database as SQL text, so that a fixture of an old version can be read and compared: its tables and rows, then its
 * indices and its version.
 */
export function dump(database: SqliteDatabase): string {
  const made = database.prepare<{ type: string; name: string; sql: string }>(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name",
  );
  const lines: string[] = [];
  for (const { type, name, sql } of made.all()) {
    lines.push(`${sql};`);
    if (type !== "table") continue;
    const columns = database.prepare<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`).all();
    const values = columns.map((column) => `quote("${column.name}")`).join(" || ', ' || ");
    for (const row of database.prepare<{ row: string }>(`SELECT ${values} AS row FROM "${name}"`).all())
      lines.push(`INSERT INTO "${name}" VALUES (${row.row});`);
  }
  const version = database.prepare<{ user_version: number }>("PRAGMA user_version").get()?.user_version ?? 0;
  return `${lines.join("\n")}\nPRAGMA user_version = ${version};\n`;
}
