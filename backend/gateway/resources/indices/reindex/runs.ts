import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { callEngine } from "@backend/gateway/platform/store/engine-client";

// What a re-index is about to do, written down before it copies: a gateway that dies meanwhile leaves it to the next
// one, which finishes it or takes it back.

const RunSchema = z.object({
  kind: z.literal("reindex"),
  /** Whose lock it holds: the alias of a re-index in place, the target of a copy. */
  name: z.string(),
  inPlace: z.boolean(),
  source: z.string(),
  target: z.string(),
  /** Of the target that was made; empty where rows go into an index that was there. */
  uuid: z.string(),
  task: z.string().nullable(),
  /** Whether it took the writes of the source away: it gives them back where the source stays. */
  blocked: z.boolean().default(false),
  /** Names that lead to the source, where it is in place: writes by them wait for its end. */
  names: z.array(z.string()).default([]),
  /** Whether its end is being tried: writes wait. */
  closing: z.boolean().default(false),
  /**
   * Which operations the copy has seen at least, by shard; null in a run of an older server, which blocked writes from
   * the beginning.
   */
  baseline: z.record(z.string(), z.number()).nullable().default(null),
  /** What the copy leaves out of documents and does to them, for what is copied after it. */
  copied: z.looseObject({}).default({}),
});
export type Run = Omit<z.infer<typeof RunSchema>, "kind">;

const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.unknown() })) }) });
const GotSchema = z.object({ _source: z.unknown() });

/** The runs that are under way, documents beside the locks. */
export function createRuns({ engine, index }: { engine: Engine; index: () => string }) {
  const pathOf = (name: string) => enginePath([index(), "_doc", `run of ${name}`]);

  async function read(name: string): Promise<Run | null> {
    const { status, body } = await callEngine(engine, { method: "GET", path: pathOf(name) }, [404]);
    const parsed = status === 404 ? undefined : RunSchema.safeParse(GotSchema.parse(body)._source);
    return parsed?.success ? parsed.data : null;
  }

  async function write(run: Run): Promise<void> {
    await callEngine(engine, {
      method: "PUT",
      path: pathOf(run.name),
      query: { refresh: "true" },
      body: { ...run, kind: "reindex" },
    });
  }

  async function remove(name: string): Promise<void> {
    await callEngine(engine, { method: "DELETE", path: pathOf(name), query: { refresh: "true" } }, [404]);
  }

  async function list(): Promise<Run[]> {
    const { body } = await callEngine(engine, {
      method: "POST",
      path: `/${index()}/_search`,
      body: { size: 1000, query: { match_all: {} } },
    });
    return HitsSchema.parse(body).hits.hits.flatMap(({ _source }) => {
      const run = RunSchema.safeParse(_source);
      return run.success ? [run.data] : [];
    });
  }

  return { read, write, remove, list };
}
