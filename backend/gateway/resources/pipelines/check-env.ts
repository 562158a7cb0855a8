import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { badRequest, notFound } from "@backend/gateway/platform/http/errors";
import type { Scripts } from "@backend/gateway/resources/search-relevance/rules/scripts/service";
import { maskOf } from "./run/masked";
import type { GlobalEnvs } from "./store/global-envs";

/** What a check of a global variable gives; `status` is null where the address did not answer. */
type Checked = { ok: boolean; status: number | null; expected: number; message: string };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function textIn(body: JsonObject, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw badRequest(`${name} must be a string`);
  return value;
}

function expectedIn(validate: JsonObject): number {
  const expected = Number(validate["expected_status"] ?? 200);
  if (!Number.isInteger(expected) || expected < 200 || expected > 599)
    throw badRequest("expected_status is no status from 200 to 599");
  return expected;
}

function headersIn(given: JsonObject[string] | undefined, filled: (text: string) => string): Record<string, string> {
  if (given === undefined || given === null) return {};
  if (!isJsonObject(given)) throw badRequest("headers must be an object");
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      filled(typeof value === "string" ? value : stringifyJson(value)),
    ]),
  );
}

function bodyIn(given: JsonObject[string] | undefined): string {
  if (given === undefined || given === null) return "";
  if (typeof given === "string") return given;
  return isJsonObject(given) && Object.keys(given).length === 0 ? "" : stringifyJson(given);
}

/**
 * Sends the request by which a global variable is checked, to an address that the operator allows, without anybody's
 * credentials; redirects are not followed. `${KEY}` stands for the value, `btoa(${KEY})` for its base64. The value is
 * masked in what is told. Without a value in the call it is the one that is kept. Throws 400 for what is no request,
 * 404 where there is no such variable.
 */
export async function checkEnv(
  body: JsonObject,
  { scripts, globalEnvs }: { scripts: Pick<Scripts, "fetch">; globalEnvs: Pick<GlobalEnvs, "get"> },
): Promise<Checked> {
  const { validate } = body;
  if (!isJsonObject(validate)) throw badRequest("validate must be an object");
  const [key, given] = [textIn(body, "key"), textIn(body, "value")];
  const value = given === "" ? (await globalEnvs.get(key))?.value : given;
  if (value === undefined) throw notFound(`there is no global variable ${JSON.stringify(key)}`);
  const place = `\${${key}}`;
  const filled = (text: string) =>
    text.replaceAll(`btoa(${place})`, () => Buffer.from(value).toString("base64")).replaceAll(place, () => value);
  const url = filled(textIn(validate, "url"));
  if (url === "") throw badRequest("url is required");
  const method = (textIn(validate, "method") || "GET").toUpperCase();
  if (!METHODS.includes(method)) throw badRequest(`${JSON.stringify(method)} is no method`);
  const expected = expectedIn(validate);
  const headers = headersIn(validate["headers"], filled);
  const sent = filled(bodyIn(validate["body"]));
  const answer = await scripts.fetch({ url, method, headers, body: sent === "" ? null : sent });
  const mask = maskOf([value, Buffer.from(value).toString("base64")]);
  if ("error" in answer) return { ok: false, status: null, expected, message: mask(answer.error) };
  const { status } = answer;
  const ok = status === expected;
  return { ok, status, expected, message: ok ? `answered ${status}` : `expected ${expected}, got ${status}` };
}
