// What a form says of its rows, whether the server filled it or somebody typed: Conform knows nothing of the shape of
// either.

/** A row: its texts by name, and the rows below it. */
export type RowValues = { text: (name: string) => string; rows: (name: string) => RowValues[] };

/** The rows of a field's initial value. */
export function rowsIn(value: unknown): RowValues[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.map((row) => {
    const member = (name: string): unknown =>
      typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
    return {
      text: (name) => {
        const found = member(name);
        return typeof found === "string" ? found : "";
      },
      rows: (name) => rowsIn(member(name)),
    };
  });
}
