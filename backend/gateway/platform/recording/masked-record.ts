import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { MASK, maskLoose, maskSecrets } from "@common/secrets/mask";
import { isSecretName } from "@common/secrets/names";

/** An analysis calls each word that it found `token`. */
const OF_AN_ANALYSIS = { openNames: new Set(["token"]) };

/** What of a text may be a secret, by the path of the call that it belongs to. */
export function openNamesOf(uri: string): { openNames?: ReadonlySet<string> } {
  return uri.endsWith("/_analyze") ? OF_AN_ANALYSIS : {};
}

/** A header's value as it is kept: it may carry a key under any name for one, or an address with a password in it. */
export function headerValue(name: string, value: string): string {
  return isSecretName(name) ? MASK : maskSecrets(value);
}

/** A line that a script printed, as it is kept. */
export function keptLine(line: string): string {
  return maskLoose(maskSecrets(line));
}

/** A stored record of the request log as it would be kept now, without secrets. One that has none stays as it is. */
export function maskedRecord(record: JsonObject): JsonObject {
  const { request, console_logs: lines } = record;
  const uri = request !== undefined && isJsonObject(request) ? request["uri"] : undefined;
  const options = openNamesOf(typeof uri === "string" ? uri : "");
  const masked = (value: JsonValue, name: string): JsonValue => {
    if (typeof value === "string") return value !== "" && isSecretName(name) ? MASK : maskSecrets(value, options);
    if (Array.isArray(value)) return value.map((one) => masked(one, name));
    return isJsonObject(value) ? maskedMembers(value) : value;
  };
  const maskedMembers = (part: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(part).map(([name, one]) => [name, masked(one, name)]));
  return {
    ...maskedMembers(record),
    ...(Array.isArray(lines)
      ? { console_logs: lines.map((line) => (typeof line === "string" ? keptLine(line) : line)) }
      : {}),
  };
}
