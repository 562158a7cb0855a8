import { afterAll, beforeAll } from "vitest";
import * as z from "zod";
import type { loader as editPage } from "~/routes/access-control/credentials/edit";
import type { loader as reviewPage } from "~/routes/access-control/credentials/review";
import { startTestBackend, type TestBackend } from "../../../setup/backend";
import { openScreen } from "../../../setup/open-screen";

export let backend: TestBackend;

const madeSchema = z.object({ username: z.string(), password: z.string() });

const recordSchema = z.looseObject({ username: z.string(), password: z.string() });

export const make = async (fields: Record<string, unknown>) =>
  madeSchema.parse((await backend.call("POST", "/_permission", fields)).body);

export const read = async (name: string) =>
  recordSchema.parse((await backend.call("GET", `/_permission/${name}`)).body);

export const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";

export async function review(name: string, change: (values: Record<string, string>) => Record<string, string>) {
  const edit = await openScreen<typeof editPage>(`credentials/${name}/edit`, { backend });
  const { values, version } = edit.data?.form ?? {};
  const { categories = [], limits = {}, ...plain } = values ?? {};
  const flat = Object.entries(plain).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[key, value]] : [],
  );
  const limited = Object.entries(limits).map(([key, value]): [string, string] => [`limits.${key}`, value]);
  const fields = change({
    ...Object.fromEntries([...flat, ...limited]),
    intent: "take-credential",
    then: "save",
    version: version ?? "",
  });
  const chosen = fields["categories"] === undefined ? categories : fields["categories"].split(" ");
  const form = [
    ...Object.entries(fields).filter(([key]) => key !== "categories"),
    ...chosen.map((one): [string, string] => ["categories", one]),
  ];
  const taken = await openScreen(`credentials/${name}/edit`, { backend, form });
  return { path: locationOf(taken), taken };
}

export const save = async (path: string) => {
  const shown = await openScreen<typeof reviewPage>(path, { backend });
  const { review: page } = shown.data ?? {};
  const version = page && "version" in page ? page.version : "";
  return { shown: page, saved: await openScreen(path, { backend, form: { intent: "save", version } }) };
};

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startCredentials(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    for (const index of ["films", "films-2026", "books"])
      await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Emma", secret: "x" });
  });
  afterAll(() => backend.close());
}
