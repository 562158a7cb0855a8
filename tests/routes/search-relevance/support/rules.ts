import { afterAll, beforeAll } from "vitest";
import * as z from "zod";
import { startTestBackend, type TestBackend } from "../../../setup/backend";

export let backend: TestBackend;

export const BOOTS = {
  name: "Boots",
  trigger: { type: "filter", expression: "'shoes' in $index and $query contains 'boot'" },
  actions: [{ type: "custom_data", data: { banner: "x" } }],
};

const RulesSchema = z.array(
  z.looseObject({ id: z.string(), name: z.string(), order: z.number(), enabled: z.boolean() }),
);

export async function rules() {
  return RulesSchema.parse((await backend.call("GET", "/_rules")).body);
}

export async function idOf(name: string): Promise<string> {
  return (await rules()).find((rule) => rule.name === name)?.id ?? "";
}

export const form = (fields: Record<string, string>) => ({
  intent: "take-rule",
  name: "Made",
  description: "",
  enabled: "on",
  trigger: "filter",
  indices: "shoes",
  operator: "contains",
  query: "boot",
  version: "",
  then: "save",
  cards: "custom_data",
  ...fields,
});

export const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startRules(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    for (const [id, title] of ["Snow boot", "Rain boot", "Sandal"].entries())
      await backend.call("PUT", `/shoes/_doc/${id + 1}?refresh=true`, { title });
    await backend.call("POST", "/_rule", BOOTS);
    await backend.call("POST", "/_rule", {
      ...BOOTS,
      name: "Old",
      trigger: { type: "always", timeframe: { start_time: 1, end_time: 2 } },
    });
  });
  afterAll(() => backend.close());
}
