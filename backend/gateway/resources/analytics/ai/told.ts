import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { toldMembers } from "@backend/gateway/platform/fields/kept-whole";
import { type Reader, toldWords } from "@backend/gateway/platform/fields/readers";
import type { AiSession } from "./sessions";

/**
 * A conversation as a reader may have it: without messages, and what else of it, that name a field which is closed to
 * him. Its place and its documents are told by their ids.
 */
export function toldSession(session: AiSession, reader: Reader | null): Record<string, unknown> {
  if (!reader) return session;
  const { session_id, index, document_ids, messages, reason, ...rest } = session;
  const others = parseJson(stringifyJson(rest));
  return {
    session_id,
    ...(isJsonObject(others) ? toldMembers(others, reader) : {}),
    reason: toldWords(reason, reader),
    messages: messages.filter(({ content }) => !reader.isNamed(content)),
    index,
    document_ids,
  };
}
