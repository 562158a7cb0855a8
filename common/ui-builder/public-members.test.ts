import { expect, test } from "vitest";
import { randomBelow } from "../../tests/setup/seeds/random";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "../text/json";
import { publicMembers } from "./public-members";

const SECRET = ["credentials", "Credentials", "headers", "header", "password", "clientSecret", "apiKey", "mapsAPIkey", "access_token", "X-Api-Key", "cookie"]; // prettier-ignore
const OPEN = ["name", "url", "label", "pipeline", "themeSettings", "exportSettings", "design", "credentialsHint", "body"]; // prettier-ignore
const OF_SIGN_IN = ["clientId", "enableAuth0", "profileSettingsForm"];

/** A record by chance: each secret value has a word of its own, and so has each open one. */
function grown(seed: number) {
  const random = randomBelow(seed);
  const one = <Item>(items: readonly Item[], usual: Item): Item => items[random(items.length)] ?? usual;
  const secrets: string[] = [];
  const opened: string[] = [];
  const word = (isSecret: boolean) => {
    const text = `${isSecret ? "hidden" : "shown"}-${seed}-${secrets.length + opened.length}-`;
    (isSecret ? secrets : opened).push(text);
    return text;
  };

  function value(depth: number, isSecret: boolean): JsonValue {
    const kind = random(depth > 4 ? 1 : 4);
    if (kind === 1) return Array.from({ length: random(3) + 1 }, () => value(depth + 1, isSecret));
    if (kind === 2) return object(depth + 1, isSecret);
    if (kind === 3 && isSecret) return stringifyJson(object(depth + 1, true));
    return word(isSecret);
  }

  function object(depth: number, isSecret: boolean): JsonObject {
    const members = Array.from({ length: random(5) + 1 }, (_, at): [string, JsonValue] => {
      if (random(3) === 0) return [one(SECRET, "headers"), value(depth, true)];
      return [`${one(OPEN, "name")}${at}`, value(depth, isSecret)];
    });
    const signIn = { [one(OF_SIGN_IN, "clientId")]: word(isSecret), [`own${random(9)}`]: value(depth, true) };
    return Object.fromEntries(random(4) === 0 ? [...members, ["authenticationSettings", signIn]] : members);
  }

  return { record: object(0, false), secrets, opened };
}

test("no value of a secret member gets out, however deep it stands, and every other one does", () => {
  let kept = 0;
  for (let seed = 1; seed <= 1_500; seed++) {
    const { record, secrets, opened } = grown(seed);
    const text = stringifyJson(publicMembers(record));
    expect(
      secrets.filter((word) => text.includes(word)),
      stringifyJson(record),
    ).toEqual([]);
    const inOrder = [...new Set(opened)].filter((word) => stringifyJson(record).includes(word));
    expect(
      inOrder.filter((word) => !text.includes(word)),
      stringifyJson(record),
    ).toEqual([]);
    kept += secrets.length;
  }
  expect(kept).toBeGreaterThan(5_000);
});

test("of the records that are known the visitor gets what draws them", () => {
  const page = {
    id: "a",
    globalSettings: { currency: "USD", endpoint: { url: "https://u:pw@x.test/s?api_key=k1", method: "POST", headers: { "X-Own": "h1" } } },
    exportSettings: { exportAs: "embed", credentials: "user:key" },
    authenticationSettings: { clientId: "c1", enableAuth0: true, enableProfilePage: true, profileSettingsForm: { viewData: true }, domain: "d1", client: "c2" },
    appbaseSettings: { index: "books", credentials: "user:key" },
    sections: [{ label: "<b>a</b>", subAction: '{"link":"/a","token":"t1"}' }],
    size: 3,
  }; // prettier-ignore
  expect(publicMembers(page)).toEqual({
    id: "a",
    globalSettings: { currency: "USD", endpoint: { url: "https://x.test/s?api_key=***", method: "POST" } },
    exportSettings: { exportAs: "embed" },
    authenticationSettings: { clientId: "c1", enableAuth0: true, enableProfilePage: true, profileSettingsForm: { viewData: true } },
    appbaseSettings: { index: "books" },
    sections: [{ label: "<b>a</b>", subAction: '{"link":"/a","token":"***"}' }],
    size: 3,
  }); // prettier-ignore
});

test("a member called __proto__ is treated like all others", () => {
  const record = parseJson('{"__proto__":{"credentials":"k","a":1},"b":2}');
  expect(isJsonObject(record) && stringifyJson(publicMembers(record))).toBe('{"__proto__":{"a":1},"b":2}');
});
