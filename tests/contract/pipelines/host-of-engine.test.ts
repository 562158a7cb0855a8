import { expect, it } from "vitest";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { choiceIn } from "@backend/gateway/resources/pipelines/connection/choice";
import { randomFrom } from "../../engines/generate/random";

const chosen = (host: string, protocol = "http") => choiceIn({ backend: "opensearch", protocol, host });

it.each(["localhost", "search.example.org:9200", "10.0.0.7:9200", "[::1]:9200", "a", "a-b.c_d:1"])(
  "takes %j for a host",
  (host) => expect(chosen(host)).toEqual({ backend: "opensearch", url: `http://${host}`, signIn: null }),
);

it.each([
  ...[
    "",
    "a/b",
    "a?b",
    "a#b",
    "u:p@a",
    "a b",
    "a\\b",
    "a,b",
    "a:99999",
    "a:b",
    "[::1",
    ":9200",
    "a\r\nX: y",
    "a%2fb",
    "a\u0000",
  ],
  ...["a\u2028b", "\uff0fa", "a\u3002b/", "http://a", "//a", "../a", "a|b", "a<b", "a^b"],
])("refuses %j", (host) => expect(() => chosen(host)).toThrow("host must be a name, with a port"));

const PARTS = [
  ..."aZ1.:/@?#%[]\\ \t\n\u00e9\u3002-\0_~",
  "//",
  "u:p@",
  "localhost",
  ":9200",
  "[::1]",
  "xn--",
  "%40",
  "..",
  "\u2044",
];

it("nothing but a host and its port comes of any text", () => {
  const random = randomFrom(20261129);
  let taken = 0;
  for (let run = 0; run < 20_000; run++) {
    const host = Array.from({ length: random.below(8) }, () => random.pick(PARTS)).join("");
    const protocol = random.pick(["http", "https"]);
    let address: string;
    try {
      const choice = chosen(host, protocol);
      address = choice.backend === "system" ? "" : choice.url;
    } catch (error) {
      expect(error, host).toBeInstanceOf(HttpError);
      continue;
    }
    taken++;
    const url = new URL(address);
    expect(url, host).toMatchObject({ protocol: `${protocol}:`, username: "", password: "", search: "", hash: "" });
    expect(url.pathname, host).toBe("/");
    expect(url.hostname, host).not.toBe("");
  }
  // Texts that are hosts came up too.
  expect(taken).toBeGreaterThan(500);
});
