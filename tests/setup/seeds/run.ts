/** A run of a pipeline that was kept whole, and a global variable: for the pages of one. */
export const sampleRun = "sweep-run";
export const sampleEnv = { key: "SWEEP_HOST", label: "Sweep host", value: "sweep.example.org", description: "A host" };

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

const storedRun = (pipeline: string, text: string) => ({
  id: sampleRun,
  pipeline_id: pipeline,
  version: 1,
  timestamp: "2026-01-01T10:00:00.000Z",
  category: "error",
  classify: "reactivesearch",
  route: "/sweep-films/_reactivesearch.sweep",
  error: true,
  took: 12.5,
  request: {
    method: "POST",
    uri: "/sweep-films/_reactivesearch.sweep",
    headers: { "x-forwarded-for": ["203.0.113.9"] },
    body: JSON.stringify({ query: [{ id: "s", dataField: ["title"], value: text }] }),
  },
  response: { code: 502, timetaken: 12, headers: {}, body: '{"error":{"code":502,"message":"no answer"}}' },
  stageChanges: [
    { id: "authorization", stage: "authorization", took: 0.4, outcome: "done", context: '{"request":{"body":"{}"}}' },
    { id: "tidy", stage: "tidy.js", took: 0.2, outcome: "skipped" },
    {
      id: "fetch",
      stage: "elasticsearchQuery",
      took: 11,
      outcome: "failed",
      error: { status: 502, message: text },
    },
  ],
  console_logs: { tidy: [text] },
});

/** Puts both into the store of a back end, as its admin may. `text`: what people wrote in them. */
export async function seedRun(
  call: Call,
  { pipeline, text = "Night  Train" }: { pipeline: string; text?: string },
): Promise<void> {
  await call("PUT", `/.pipeline_traces/_doc/${sampleRun}?refresh=true`, storedRun(pipeline, text));
  const times = { created_at: 1_700_000_000, updated_at: 1_700_000_000 };
  const env = { ...sampleEnv, id: sampleEnv.key, label: text, description: text, ...times };
  await call("PUT", `/.pipeline_variables/_doc/${sampleEnv.key}?refresh=true`, env);
}
