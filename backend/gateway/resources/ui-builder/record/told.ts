import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { toldMembers } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { plainText } from "@backend/gateway/resources/data/reactivesearch/response/words";

// What a name of a field may hide in. Marks are left out of a label before it is shown, and part no name:
// `<b>br</b>and`. Parts of a page are called by their field and a number: `brand_0`.
const withoutNumbers = (text: string) => text.replace(/_\d+(?![\p{L}\p{N}_])/gu, " ");
const within = (text: string): string[] => [plainText(text), withoutNumbers(text), withoutNumbers(plainText(text))];

const isOpen = (text: string, reader: Reader) => within(text).every((one) => !reader.isNamed(one));
const isOpenValue = (value: JsonValue, reader: Reader) => typeof value !== "string" || isOpen(value, reader);

function openValue(value: JsonValue, reader: Reader): JsonValue {
  if (Array.isArray(value))
    return value.filter((item) => isOpenValue(item, reader)).map((item) => openValue(item, reader));
  return isJsonObject(value) ? openMembers(value, reader) : value;
}

function openMembers(record: JsonObject, reader: Reader): JsonObject {
  const open = Object.entries(record).filter(([name, value]) => isOpen(name, reader) && isOpenValue(value, reader));
  return Object.fromEntries(open.map(([name, value]) => [name, openValue(value, reader)]));
}

/** A record as a reader may have it: without members and texts that name a field which is closed to him. */
export function toldRecord(record: JsonObject, reader: Reader): JsonObject {
  return toldMembers(openMembers(record, reader), reader);
}
