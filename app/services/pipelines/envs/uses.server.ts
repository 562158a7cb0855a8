import type { Scope } from "~/session/scope.server";
import { listPipelines, type Pipeline, readScripts, readText } from "../read.server";

/** A pipeline that uses a variable. */
export type UsedBy = { id: string; name: string };

/** Scripts are asked for one by one: of so many pipelines at most. */
const MOST_WITH_SCRIPTS = 50;

/** The keys that a text may mean: `envs.KEY`, `envs["KEY"]`, and every word within `{{ }}` or `${{ }}`. */
export function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  for (const [, plain, quoted] of text.matchAll(/\benvs(?:\?)?(?:\.(\w+)|(?:\?\.)?\[\s*["'`](\w+)["'`]\s*\])/g)) {
    const key = plain ?? quoted;
    if (key !== undefined) keys.add(key);
  }
  for (const [, inner = ""] of text.matchAll(/\{\{([^{}]*)\}\}/g))
    for (const [word] of inner.matchAll(/\w+/g)) keys.add(word);
  return keys;
}

async function textsOf(scope: Pick<Scope, "http">, { pipeline, scripts }: { pipeline: Pipeline; scripts: boolean }) {
  const { id, live, content } = pipeline;
  const files = scripts && live !== null ? await readScripts(scope, { id, version: live, content }) : {};
  return [content, ...Object.values(files)].join("\n");
}

/** Which pipelines use a variable in their live version, by its key. Throws BackendError. */
export async function loadUses(scope: Pick<Scope, "http">): Promise<(key: string) => UsedBy[]> {
  const all = await listPipelines(scope);
  const read = await Promise.all(
    all.map(async (pipeline, place) => ({
      id: pipeline.id,
      name: readText(pipeline.content).document?.description || pipeline.id,
      keys: keysIn(await textsOf(scope, { pipeline, scripts: place < MOST_WITH_SCRIPTS })),
    })),
  );
  return (key) => read.filter(({ keys }) => keys.has(key)).map(({ id, name }) => ({ id, name }));
}
