import { openStore } from "~/services/platform/store/database.server";

/** All that a console keeps, row by row, but for when a sign-in was used last. */
export function keptIn(dataDir: string): string[] {
  const database = openStore(dataDir);
  const tables = database
    .prepare<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all();
  const written = (_: string, value: unknown) => (value instanceof Uint8Array ? value.length : value);
  return tables.flatMap(({ name }) =>
    database
      .prepare<Record<string, unknown>>(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => `${name} ${JSON.stringify({ ...row, seen: undefined }, written)}`),
  );
}

/** What came and what went between two looks. */
export function differences(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...after.filter((row) => !had.has(row)).map((row) => `now there is ${row.slice(0, 160)}`),
    ...before.filter((row) => !has.has(row)).map((row) => `there is no more ${row.slice(0, 160)}`),
  ];
}
