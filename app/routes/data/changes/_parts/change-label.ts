const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/**
 * What crumb and title of a page call its change, by the `row` or the first of the `parts` that it loaded: "Updated
 * document: films · Alien". Its ID where the page failed.
 */
export function changeLabel(data: unknown, params: Readonly<Record<string, string | undefined>>): string {
  const id = params["changeId"] ?? "";
  if (!isRecord(data)) return id;
  const part = first(data["parts"]);
  const row = data["row"] ?? (isRecord(part) ? part["row"] : undefined);
  if (!isRecord(row) || typeof row["title"] !== "string" || typeof row["resource"] !== "string") return id;
  return row["resource"] === "" ? row["title"] : `${row["title"]}: ${row["resource"]}`;
}
