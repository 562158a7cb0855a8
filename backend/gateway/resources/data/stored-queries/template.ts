import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";

const TEXT = /"(?:[^"\\]|\\.)*"/gs;
const PLACEHOLDER = /^"\{\{(.+)\}\}"$/s;

/**
 * A query with its placeholders filled in: a whole text `"{{name}}"` becomes the JSON of the parameter of that name,
 * whatever kind it is. A placeholder within a longer text stays, as does one that no parameter is given for; what a
 * parameter brings is not looked at again. Throws 400 where the result is no JSON object.
 */
export function rendered(query: JsonObject, params: JsonObject): JsonObject {
  const text = stringifyJson(query).replace(TEXT, (whole) => {
    const name = PLACEHOLDER.exec(whole)?.[1];
    return name !== undefined && Object.hasOwn(params, name) ? stringifyJson(params[name]) : whole;
  });
  const body = parsed(text);
  // A parameter that stands where the name of a member stood.
  if (body === null) throw badRequest("the query is not valid JSON once its parameters are filled in");
  return body;
}

function parsed(text: string): JsonObject | null {
  try {
    const body = parseJson(text);
    return isJsonObject(body) ? body : null;
  } catch {
    return null;
  }
}
