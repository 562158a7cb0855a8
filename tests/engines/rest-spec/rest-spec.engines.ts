import { afterEach, describe, test } from "vitest";
import { engineAt, wipe } from "../target";
import { loadApis } from "./api";
import { restSpecFolder } from "./fetch";
import { loadSections } from "./load";
import { runSection, Skipped } from "./run-section";

const url = process.env["ENGINE_TARGET"];
if (url === undefined) throw new Error("ENGINE_TARGET is not set");
const engine = engineAt(url);
const folder = restSpecFolder();
const apis = loadApis(folder);

describe("Elasticsearch's own REST tests", () => {
  afterEach(() => wipe(engine));
  for (const section of loadSections(folder)) {
    test(`${section.file} · ${section.name}`, async (context) => {
      await wipe(engine);
      try {
        await runSection({ engine, apis, section });
      } catch (error) {
        if (error instanceof Skipped) context.skip(error.message);
        throw error;
      }
    });
  }
});
