import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { saysNotOffered } from "@common/http/not-offered";
import { parseJson } from "@common/text/json";
import { beginningOf } from "~/services/platform/http/beginning.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";
import { ownRules, type PipelineRules, rulesIn } from "./schema.server";

// Contract: `GET /_pipeline/schema`.

const { schema: MOST, schemaTime } = PIPELINES_LIMITS;

/** By what a text is checked: `own` says in a sentence why it is not the server's schema; null where it is. */
export type Rules = { rules: PipelineRules; own: string | null };

class NoSchema extends Error {}

async function readSchema({ http }: Pick<Scope, "http">): Promise<PipelineRules> {
  const reading = new AbortController();
  const answer = await http.open({ path: "/_pipeline/schema", timeout: schemaTime.most, signal: reading.signal });
  if (answer.status !== 200) {
    reading.abort();
    const { status } = answer;
    const isNone = isNotOffered({ kind: saysNotOffered({ status }) ? "not-offered" : "status", status });
    throw new NoSchema(isNone ? "has no schema of pipelines" : "did not return its schema of pipelines");
  }
  const { text, more } = await beginningOf(answer, MOST.most);
  // What is left of it would keep the connection.
  if (more) {
    reading.abort();
    throw new NoSchema(`returned a schema of pipelines larger than ${MOST.most / 1024 ** 2} MB`);
  }
  const rules = rulesIn(parsed(text));
  if (rules === null) throw new NoSchema("returned a schema of pipelines that cannot be read");
  return rules;
}

function parsed(text: string) {
  try {
    return parseJson(text);
  } catch {
    throw new NoSchema("returned a schema of pipelines that cannot be read");
  }
}

function whyNot(error: unknown): string {
  if (error instanceof NoSchema) return error.message;
  const isLate = isBackendError(error)
    ? error.failure.kind === "timeout"
    : error instanceof Error && error.name === "TimeoutError";
  return isLate ? "took too long to return its schema of pipelines" : "did not return its schema of pipelines";
}

/**
 * The stages that the server has, by its own schema; those of this product where it gives none that can be read, in time
 * and size. Never throws for what the server does.
 */
export async function readRules(scope: Pick<Scope, "http">): Promise<Rules> {
  try {
    return { rules: await readSchema(scope), own: null };
  } catch (error) {
    return { rules: ownRules(), own: `The server ${whyNot(error)}. The text is checked by the console's own.` };
  }
}
