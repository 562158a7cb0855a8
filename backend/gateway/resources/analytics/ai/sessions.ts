import * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";

const message = z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() });
const list = z.array(z.string()).default([]);

/** A conversation with an AI model, as it is kept and given out. Times in ms; `useful` is null until somebody said. */
export const AiSessionSchema = z.looseObject({
  session_id: z.string(),
  user_id: z.string().nullish(),
  /** From where it was had, `visitors/owner.ts`. */
  recorded_by: z.string().optional(),
  useful: z.boolean().nullable().default(null),
  reason: z.string().default(""),
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  invocation_count: z.number().default(0),
  messages: z.array(message).default([]),
  model: z.string().nullish(),
  index: list,
  document_ids: list,
  created_at: z.number(),
  updated_at: z.number(),
  timestamp: z.number(),
  meta: z.unknown().optional(),
});
export type AiSession = z.infer<typeof AiSessionSchema>;

/** Conversations, in `.ai_sessions`, each under the id of its session. */
export function createAiSessions(parts: StoreParts) {
  return createSystemStore({ ...parts, index: SYSTEM.aiSessions, schema: AiSessionSchema });
}
