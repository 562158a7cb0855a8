import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { toldMembers } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { plainText } from "@backend/gateway/resources/data/reactivesearch/response/words";

// Marks are left out of a label before it is shown, and part no name: `<b>br</b>and`.
function isPlain(value: JsonValue, reader: Reader): boolean {
  return typeof value !== "string" || !reader.isNamed(plainText(value));
}

function withoutMarked(value: JsonValue, reader: Reader): JsonValue {
  if (Array.isArray(value))
    return value.filter((item) => isPlain(item, reader)).map((item) => withoutMarked(item, reader));
  return isJsonObject(value) ? membersWithoutMarked(value, reader) : value;
}

function membersWithoutMarked(record: JsonObject, reader: Reader): JsonObject {
  const open = Object.entries(record).filter(([, value]) => isPlain(value, reader));
  return Object.fromEntries(open.map(([name, value]) => [name, withoutMarked(value, reader)]));
}

/** A record as a reader may have it: without members and texts that name a field which is closed to him. */
export function toldRecord(record: JsonObject, reader: Reader): JsonObject {
  return toldMembers(membersWithoutMarked(record, reader), reader);
}
