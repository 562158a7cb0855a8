import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { simpleText } from "../declared";

// Values of an index's documents, to tell from them what its fields are for.

const DOCUMENTS = 100;
const source = z.custom<JsonObject>((value) => isJsonObject(value));
const answer = z.object({ hits: z.object({ hits: z.array(z.object({ _source: source.optional() })) }) });

/** All values at a path of a document, those in lists one by one. */
function valuesAt(value: JsonValue | undefined, steps: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, steps));
  const [step, ...below] = steps;
  if (value === undefined || value === null) return [];
  if (step === undefined) {
    const text = simpleText(value);
    return text === "" ? [] : [text];
  }
  if (!isJsonObject(value)) return [];
  // A name may have dots of its own.
  const whole = value[steps.join(".")];
  return whole === undefined ? valuesAt(value[step], below) : valuesAt(whole, []);
}

type Of = { index: string; fields: readonly MappingField[] };

/** Values of each field in some documents of an index. Throws BackendError. */
export async function sampleValues(
  { http }: { http: Pick<BackendClient, "call"> },
  { index, fields }: Of,
): Promise<Map<string, string[]>> {
  const { hits } = await http.call({
    method: "POST",
    path: apiPath`/${index}/_search`,
    json: { size: DOCUMENTS, track_total_hits: false },
    schema: answer,
  });
  const documents = hits.hits.flatMap(({ _source }) => _source ?? []);
  return new Map(
    fields.map(({ path }) => [path, documents.flatMap((document) => valuesAt(document, path.split(".")))]),
  );
}
