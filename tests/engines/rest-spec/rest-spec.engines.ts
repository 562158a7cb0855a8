import { afterAll, afterEach, describe, expect, test } from "vitest";
import { engineAt, wipe } from "../target";
import { loadApis } from "./api";
import { exclusions } from "./exclusions";
import type { Exclusion } from "./exclusion";
import { restSpecFolder } from "./fetch";
import { loadSections, type Section } from "./load";
import { runSection, Skipped } from "./run-section";

const url = process.env["EMBEDDED_URL"];
if (url === undefined) throw new Error("EMBEDDED_URL is not set");
const engine = engineAt(url);
const folder = restSpecFolder();
const apis = loadApis(folder);
let passed = 0;
const failing = new Map<Exclusion, number>(exclusions.map((one) => [one, 0]));

const titleOf = ({ file, name }: Section) => `${file} · ${name}`;

describe("Elasticsearch's own REST tests", () => {
  afterEach(() => wipe(engine));
  afterAll(() => console.log(`${passed} sections of Elasticsearch's REST tests pass`));

  for (const section of loadSections(folder)) {
    const title = titleOf(section);
    test(title, async (context) => {
      await wipe(engine);
      try {
        await runSection({ engine, apis, section });
        passed++;
      } catch (error) {
        if (error instanceof Skipped) context.skip(error.message);
        const fitting = exclusions.filter(({ fits }) => fits(section, String(error)));
        for (const one of fitting) failing.set(one, (failing.get(one) ?? 0) + 1);
        if (fitting[0]) context.skip(fitting[0].reason);
        throw error;
      }
    });
  }

  test("every exclusion is still needed", () => {
    expect([...failing].filter(([, count]) => count === 0).map(([{ what }]) => what)).toEqual([]);
  });

  test("at least 650 sections pass", () => {
    expect(passed).toBeGreaterThanOrEqual(650);
  });
});
