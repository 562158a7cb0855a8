import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseWithZod } from "@conform-to/zod/v4";
import { afterEach, expect, it, vi } from "vitest";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { SavedFormSchema } from "~/routes/pipelines/validate/_parts/saved-form.server";
import { SavedSampleSchema } from "~/services/pipelines/samples/records.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { runSamples } from "~/services/pipelines/samples/run.server";
import { changeSample, listSamples, newSampleId } from "~/services/pipelines/samples/store.server";

// The bounds of saved samples, each to its end and past it.

const { samples, sample, sampleExpectations, samplesTime } = PIPELINES_LIMITS;
afterEach(() => vi.useRealTimers());

const keptSample = (name: string) => SavedSampleSchema.parse({ name });

it("a pipeline has so many samples, and another pipeline has its own", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "samples-"));
  try {
    const put = (pipeline: string, name: string) =>
      changeSample(
        { dataDir },
        { server: "s", pipeline, person: "ana", id: newSampleId(), version: 0, sample: keptSample(name) },
      );
    for (let n = 0; n < samples.most; n++) expect(put("shoes", `sample ${n}`)).toEqual({ version: 1 });
    expect(put("shoes", "one more")).toEqual({ refused: "full" });
    expect(listSamples({ dataDir }, { server: "s", pipeline: "shoes" })).toHaveLength(samples.most);
    expect(put("hats", "first")).toEqual({ version: 1 });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const errorsOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "typed", envs: "{}", ...fields })) form.set(name, value);
  const submission = parseWithZod(form, { schema: SavedFormSchema });
  return submission.status === "success" ? [] : Object.keys(submission.error ?? {});
};

it("a sample has so many characters and expectations", () => {
  const bodyOf = (length: number) => JSON.stringify("x".repeat(length));
  const around = JSON.stringify({ headers: {}, body: bodyOf(0), envs: {} }).length;
  expect(errorsOf({ body: bodyOf(sample.most - around) })).toEqual([]);
  expect(errorsOf({ body: bodyOf(sample.most - around + 1) })).toEqual(["body"]);
  const expected = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        [`expectations[${at}].kind`, "status"],
        [`expectations[${at}].value`, "200"],
      ]).flat(),
    );
  expect(errorsOf(expected(sampleExpectations.most))).toEqual([]);
  expect(errorsOf(expected(sampleExpectations.most + 1))).toEqual(["expectations"]);
});

it("a run of all samples ends in time, and tells which were not run", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const three = ["a", "b", "c"].map((name) => ({
    ...keptSample(name),
    id: name,
    version: 1,
    person: "ana",
    changed: 0,
  }));
  const answer = { stageChanges: [], response: { code: 200, body: "{}" }, took: 1 };
  let ran = 0;
  const http = {
    // Each takes what is left of the time, the second one more.
    send: () => {
      vi.setSystemTime(Date.now() + (ran === 0 ? samplesTime.most : 1));
      ran += 1;
      return Promise.resolve({ body: answer, failed: () => new Error("not read") });
    },
  };
  const told = await runSamples({ http } as never, { id: "shoes", samples: three, own: { content: "", scripts: {} } });
  expect(ran).toBe(2);
  expect(told.results.map(({ outcome }) => outcome)).toEqual(["passed", "passed", "not-run"]);
  expect(told).toMatchObject({ passed: 2, failed: 0, notRun: 1 });
});

it("a run of all samples gives up the call that is under way when the time is up", async () => {
  const end = new AbortController();
  const asked = vi.spyOn(AbortSignal, "timeout").mockReturnValue(end.signal);
  const answer = { stageChanges: [], response: { code: 200, body: "{}" }, took: 1 };
  const failure = { kind: "aborted", status: 499, method: "POST", path: "/_pipeline/validate", requestId: "" } as const;
  let ran = 0;
  const http = {
    send: async ({ signal }: { signal?: AbortSignal }) => {
      ran += 1;
      if (ran === 1) return { body: answer, failed: () => new Error("not read") };
      // The second one is not answered any more.
      end.abort();
      expect(signal?.aborted).toBe(true);
      throw new BackendError({ failure });
    },
  };
  const three = ["a", "b", "c"].map((name) => ({
    ...keptSample(name),
    id: name,
    version: 1,
    person: "ana",
    changed: 0,
  }));
  const told = await runSamples({ http } as never, { id: "shoes", samples: three, own: { content: "", scripts: {} } });
  expect(asked).toHaveBeenCalledWith(samplesTime.most);
  asked.mockRestore();
  expect(ran).toBe(2);
  expect(told.results.map(({ outcome, why }) => [outcome, why])).toEqual([
    ["passed", null],
    ["not-run", "The time was up."],
    ["not-run", "The time was up."],
  ]);
});
