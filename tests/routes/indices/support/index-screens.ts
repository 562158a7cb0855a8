import { afterAll, beforeAll } from "vitest";
import { startTestBackend, type TestBackend } from "../../../setup/backend";

export let backend: TestBackend;

export const draftIn = (location: string | null | undefined) => location ?? "";

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startIndices(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    await backend.call("PUT", "/films", {
      settings: {
        analysis: {
          analyzer: { folded: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding"] } },
        },
      },
      mappings: {
        properties: {
          title: { type: "text", analyzer: "folded", fields: { keyword: { type: "keyword", ignore_above: 256 } } },
          year: { type: "long" },
          director: { properties: { name: { type: "text" }, born: { type: "date" } } },
        },
      },
    });
    for (const id of ["1", "2", "3"])
      await backend.call("PUT", `/films/_doc/${id}?refresh=true`, { title: `Film ${id}`, year: 1920 + Number(id) });
    await backend.call("PUT", "/films-2", { mappings: { properties: { title: { type: "text" } } } });
    await backend.call("PUT", "/films-2/_doc/1?refresh=true", { title: "New" });
  });
  afterAll(() => backend.close());
}
