import { expect } from "vitest";
import { loader as jobPage } from "~/routes/data/import/job";
import { at, backend, draft, fieldsOf, page, start } from "./import";

/** The form of the fields page as it is sent by who changes nothing. */
export async function proposedForm(app: string, id: string): Promise<Record<string, string>> {
  const { fields, idField, search } = await fieldsOf(app, id);
  const rows = fields.flatMap((field, n): [string, string][] => [
    [`fields[${n}].name`, field.name],
    ...(field.include ? ([[`fields[${n}].include`, "on"]] as [string, string][]) : []),
    [`fields[${n}].kind`, field.type === "date" ? `date:${field.dateFormat}` : field.type],
    [`fields[${n}].numberFormat`, field.numberFormat],
    [`fields[${n}].useCase`, field.useCase],
    [`fields[${n}].role`, field.role],
  ]);
  return {
    ...Object.fromEntries(rows),
    idField: idField ?? "",
    ...(search.kind === "offered" && search.on ? { setUp: "on", language: search.language ?? "" } : {}),
  };
}

/** Imports a file as it is proposed, with other choices where they are given, and waits for its end. */
export async function importFile(
  app: string,
  file: { name: string; content: string },
  chosen: Record<string, string> = {},
) {
  const id = await draft(app, file);
  await start(app, id, { ...(await proposedForm(app, id)), ...chosen });
  const job = () => jobPage({ request: page(`/app/${app}/import/${id}`), ...at(app, id) });
  const live = /queued|running|paused/;
  await expect.poll(async () => (await job()).view.state, { timeout: 30_000, interval: 20 }).not.toMatch(live);
  const ended = await job();
  expect(ended.view).toMatchObject({ state: "done", message: null, failed: 0 });
  return ended;
}

/** The documents that a search by its words alone finds, best first. */
export async function found(index: string, value: string): Promise<Record<string, unknown>[]> {
  const { body } = await backend.call("POST", `/${index}/_reactivesearch`, {
    query: [{ id: "search", type: "search", value }],
  });
  const { search } = body as { search: { hits?: { hits: { _source: Record<string, unknown> }[] }; error?: unknown } };
  if (!search.hits) throw new Error(JSON.stringify(body));
  return search.hits.hits.map(({ _source }) => _source);
}
