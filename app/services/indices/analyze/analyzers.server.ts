import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const answerSchema = z.record(
  z.string(),
  z.object({ settings: z.custom<JsonObject>((value) => isJsonObject(value)).catch({}) }),
);

/** Analyzers that every engine has. */
const builtIn = ["standard", "simple", "whitespace", "stop", "keyword", "english"];

/** The analyzers that an index knows by name: its own first. Throws BackendError. */
export async function listAnalyzers({ http }: Pick<Scope, "http">, index: string): Promise<string[]> {
  const answer = await http.call({
    path: apiPath`/${index}/_settings`,
    query: { flat_settings: true },
    schema: answerSchema,
  });
  const [found] = Object.values(answer);
  const own = Object.keys(found?.settings ?? {}).flatMap(
    (name) => /^index\.analysis\.analyzer\.(.+)\.[^.]+$/.exec(name)?.[1] ?? [],
  );
  return [...new Set([...own.sort(), ...builtIn])];
}
