import { parseJson } from "@common/json";
import type * as z from "zod";
import { engineError } from "../http/engine-errors";
import type { SignedContext } from "../http/types";
import type { Services } from "../services";
import { reach } from "../store/engine-client";

export type LogServices = Pick<Services, "engine" | "recorder" | "logIndex">;

/** Searches the request log, the newest records included. Throws the engine's refusals. */
export async function searchLogs<Schema extends z.ZodType>(
  { engine, recorder, logIndex }: LogServices,
  { body, schema, context }: { body: object; schema: Schema; context: SignedContext },
): Promise<z.output<Schema>> {
  await recorder.flush();
  const response = await reach(engine, { method: "POST", path: `/${logIndex.alias()}/_search`, body: JSON.stringify(body), signal: context.signal });
  if (response.status >= 400) throw engineError(response);
  return schema.parse(parseJson(response.body));
}
