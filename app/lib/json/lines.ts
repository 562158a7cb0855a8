import { isJsonObject, type JsonValue, stringifyJson } from "@common/text/json";

/**
 * JSON for readers: lists and objects that fit into `width` characters stand on one line, the others one member a line.
 * Digits are kept.
 */
export function jsonLines(value: JsonValue, width = 96): string {
  return lines(value, { indent: "", width, before: 0 });
}

type Place = { indent: string; width: number; /** What stands on the line before the value. */ before: number };

function lines(value: JsonValue, place: Place): string {
  const members = Array.isArray(value)
    ? value.map((member) => ({ key: "", member }))
    : isJsonObject(value)
      ? Object.entries(value).map(([name, member]) => ({ key: `${JSON.stringify(name)}: `, member }))
      : [];
  if (members.length === 0) return stringifyJson(value);
  const room = place.width - place.indent.length - place.before;
  const short = oneLine(value, room);
  if (short !== undefined) return short;
  const indent = `${place.indent}  `;
  const inner = members.map(
    ({ key, member }) => `${indent}${key}${lines(member, { indent, width: place.width, before: key.length })}`,
  );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${inner.join(",\n")}\n${place.indent}${close}`;
}

// Gives up as soon as the line is full, so that long values are not written once per level.
function oneLine(value: JsonValue, room: number): string | undefined {
  if (room < 2) return undefined;
  if (!Array.isArray(value) && !isJsonObject(value)) {
    const text = stringifyJson(value);
    return text.length <= room ? text : undefined;
  }
  const members: [string, JsonValue][] = Array.isArray(value)
    ? value.map((member) => ["", member])
    : Object.entries(value).map(([name, member]) => [`${JSON.stringify(name)}: `, member]);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : members.length === 0 ? ["{", "}"] : ["{ ", " }"];
  let text = open;
  for (const [at, [key, member]] of members.entries()) {
    const start = `${at > 0 ? ", " : ""}${key}`;
    const part = oneLine(member, room - text.length - start.length - close.length);
    if (part === undefined) return undefined;
    text += start + part;
  }
  return text.length + close.length <= room ? text + close : undefined;
}
