import { maskSecrets } from "../secrets/mask";
import { isSecretName } from "../secrets/names";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "../text/json";

// Pages and search boxes are shown to every visitor of a shop, who holds a credential that only reads: what he may read
// of their records is said here, once.

/** Members that hold a key of the shop's, or a header that may be one, wherever they stand. */
const SECRET_MEMBERS = new Set(["credentials", "header", "headers"]);
/** What a page needs of its sign-in. Everything else of it is the shop's own. */
const OPEN_SIGN_IN = new Set(["clientId", "enableAuth0", "enableProfilePage", "profileSettingsForm"]);
const SIGN_IN = "authenticationsettings";

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/** Whether a member of this name, below `above`, is kept from visitors with all that it holds. */
export function isSecretMember(name: string, above: string | null = null): boolean {
  if (above !== null && plain(above) === SIGN_IN && !OPEN_SIGN_IN.has(name)) return true;
  return SECRET_MEMBERS.has(plain(name)) || isSecretName(name);
}

function open(value: JsonValue, above: string | null): JsonValue {
  if (Array.isArray(value)) return value.map((item) => open(item, above));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, JsonValue][] =>
      isSecretMember(name, above) ? [] : [[name, open(inner, name)]],
    ),
  );
}

/**
 * A page or a search box without members that hold secrets, however deep they stand. Passwords and keys that stand in
 * its addresses and texts are masked.
 */
export function publicMembers(record: JsonObject): JsonObject {
  const left = parseJson(maskSecrets(stringifyJson(open(record, null))));
  return isJsonObject(left) ? left : {};
}
