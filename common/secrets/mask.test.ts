import { describe, expect, test } from "vitest";
import { MASK, maskLoose, maskSecrets, maskWords } from "./mask";
import { isSecretName } from "./names";
import { busyMs } from "../../tests/setup/busy";

const SECRET = "hunter2-secretive";
const escaped = (name: string) => [...name].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join("");

const NAMES = [
  "password", "Password", "PASSWORD", "new_password", "passwd", "api_key", "apiKey", "X-Api-Key", "Authorization", "authorization", "Proxy-Authorization",
  "Cookie", "Set-Cookie", "client_secret", "access_token", "refreshToken", "id_token", "token", "private_key", "X-Second-Factor", "public_key",
]; // prettier-ignore
/** A place that a member of this name may stand in. */
const PLACES: [string, (member: string) => string][] = [
  ["an object", (member) => `{"a":1,${member}}`],
  ["objects and lists", (member) => `{"a":[{"b":[[{${member}}]]}]}`],
  ["lines", (member) => `{"index":{"_id":"1"}}\n{"x":"y",${member}}\n`],
  ["a text of JSON", (member) => JSON.stringify({ body: `{${member}}` })],
  ["a text within a text", (member) => JSON.stringify({ body: JSON.stringify({ inner: `{${member}}` }) })],
  ["a body that was cut off", (member) => `{"a":{${member},"b":"an en`],
  ["a broken body", (member) => `{"a" "b",${member}`],
  ["a quote too many", (member) => `{"a":"b"c",${member}}`],
];

describe.each(PLACES)("in %s", (_, placed) => {
  test.each(NAMES)("%s is masked, however it is spelt", (name) => {
    for (const spelt of [name, escaped(name), `${name.slice(0, 2)}${escaped(name.slice(2))}`]) {
      for (const value of [`"${SECRET}"`, `["${SECRET}"]`, `{"value":"${SECRET}"}`, `  \t"${SECRET}"`]) {
        const masked = maskSecrets(placed(`"${spelt}":${value}`));
        expect(masked).not.toContain(SECRET);
        expect(masked).toContain(MASK);
        expect(maskSecrets(masked)).toBe(masked);
      }
    }
  });
});

test("numbers too, and what is no secret stays in the same bytes", () => {
  expect(maskSecrets('{"password": 12345678, "size": 10}')).toBe('{"password": "***", "size": 10}');
  const open =
    '{ "query" : { "match" : { "title" : "secret garden" } }, "tokenizer":"standard","max_tokens":12345678901234567890 , "a":"\\u00e9" }';
  expect(maskSecrets(open)).toBe(open);
  expect(maskSecrets('{"password":null,"token":true,"secret":""}')).toBe('{"password":null,"token":true,"secret":""}');
  const mapping = '{"mappings":{"properties":{"token":{"type":"keyword"}}}}';
  expect(maskSecrets(mapping)).toBe(mapping);
  const analysis = '{"tokens":[{"token":"quick","start_offset":0}]}';
  expect(maskSecrets(analysis, { openNames: new Set(["token"]) })).toBe(analysis);
});

test("every header of an endpoint but those of its type", () => {
  const body = {
    query: [
      {
        id: "a",
        endpoint: {
          url: "https://u:pw-of-u@x.test/a?api_key=k-1&size=2",
          headers: { "X-Own": SECRET, "content-type": "text/x" },
        },
      },
    ],
  };
  const masked = maskSecrets(JSON.stringify(body));
  expect(JSON.parse(masked)).toEqual({
    query: [
      {
        id: "a",
        endpoint: { url: "https://x.test/a?api_key=***&size=2", headers: { "X-Own": MASK, "content-type": "text/x" } },
      },
    ],
  });
  expect(maskSecrets(`{"ENDPOINT":{"Headers":{"X-Own":"${SECRET}"}}}`)).not.toContain(SECRET);
  expect(maskSecrets(`{"${escaped("endpoint")}":{"headers":{"X-Own":"${SECRET}"}}}`)).not.toContain(SECRET);
});

test("credentials in words, parameters and Lucene's terms", () => {
  const basic = Buffer.from("foo:bar-bar").toString("base64");
  expect(maskWords(`curl -H "Authorization: Basic ${basic}"`)).not.toContain(basic);
  expect(maskSecrets(JSON.stringify({ note: `sent with Bearer eyJhbGciOi.J9` }))).not.toContain("eyJhbGciOi");
  expect(maskWords("basic information about passwords")).toBe("basic information about passwords");
  expect(maskWords("/a/_search?q=1&Pass%77ord=hunter2&size=3")).toBe("/a/_search?q=1&Pass%77ord=***&size=3");
  expect(maskSecrets('{"query":"name:foo AND password:hunter2"}')).toBe('{"query":"name:foo AND password:***"}');
  expect(maskLoose("login with password = hunter2, then go")).toBe("login with password = ***, then go");
});

test("names that end in no word for a secret are none", () => {
  for (const name of ["tokenizer", "secretary", "password_hint_shown_at", "tokens", "keyboard", "key", "cookies"])
    expect(isSecretName(name)).toBe(false);
});

test("takes time by the length of the text alone", () => {
  const prefixes = ['"password":', '"password":"', '{"password":[', "\\u0070assword", "token ", "basic ", "?a=", "password=", "://", '"endpoint":{"headers":{', "\\", '\\"', "a:", " ", '"a"   ', "{", "bearer\t"]; // prettier-ignore
  for (const prefix of prefixes) {
    const text = `token ${prefix.repeat(Math.ceil(600_000 / prefix.length))}`;
    const masked = () => [maskSecrets(text), maskLoose(text)];
    expect(busyMs(masked, 1_000), JSON.stringify(prefix)).toBeLessThan(1_000);
  }
});
