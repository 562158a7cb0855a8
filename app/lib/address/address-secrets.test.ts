import { describe, expect, it } from "vitest";
import { hasSecrets, withoutSecrets, withoutUserInfo } from "./address-secrets";

const SECRET = "s3cr3t";
const encoded = encodeURIComponent;
const addresses = [
  `/cluster?password=${SECRET}`,
  `/cluster?Password=${SECRET}&a=1`,
  `/x?pass%77ord=${SECRET}`,
  `/x?a=1&password=${SECRET}&password=${SECRET}2#h`,
  `/x?+password=${SECRET}`,
  `/x?pwd=${SECRET}&passwd=${SECRET}`,
  `/login?url=http://mira:${SECRET}@host:9200/x`,
  `/login?url=${encoded(`https://mira:${SECRET}@host`)}`,
  `/login?url=mira:${SECRET}@host:9200`,
  `/login?cluster=HTTP:/mira:${SECRET}@host`,
  `/login?url=https:mira:${SECRET}@host`,
  `/login?url=${encoded(`ht\ttp://mira:${SECRET}@host`)}`,
  `/login?url=${encoded(`http:\\\\mira:${SECRET}@host`)}`,
  `/login?url=${encoded(`http://mira:${SECRET}@${SECRET}@host`)}`,
  `/login?url=http://:${SECRET}@bad host`,
  `/x?q=${encoded(`see ftp://m:${SECRET}@host/a now`)}`,
  `/login?redirectTo=${encoded(`/cluster?password=${SECRET}`)}`,
  `/x?next=${encoded(`/login?redirectTo=${encoded(`/a?url=http://m:${SECRET}@h`)}`)}`,
  `/x?redirectTo=${encoded(`http://m:${SECRET}@evil.test/`)}`,
  `http://m:${SECRET}@host/a?b=1`,
  `/x?url=//m:${SECRET}@h`,
  `/x?next=${encoded(`/1?n=${encoded(`/2?n=${encoded(`/3?n=${encoded(`/4?n=${encoded(`/5?n=${encoded(`/6?password=${SECRET}`)}`)}`)}`)}`)}`)}`,
];

describe("withoutSecrets", () => {
  it.each(addresses)("takes the password out of %s", (address) => {
    const clean = withoutSecrets(address);
    expect(hasSecrets(address)).toBe(true);
    // Neither as it stands nor after any number of decodings.
    for (let text = clean, n = 0; n < 9; text = decodeURIComponent(text), n += 1) expect(text).not.toContain(SECRET);
    expect(withoutSecrets(clean)).toBe(clean);
  });

  it.each([
    "/",
    "/cluster",
    "/app/a%2Fb/browse?q=a+b%20c&f=x%3Ay&f=&&=#a?b",
    "/x?q=mira@host.test&mail=a:b",
    "/login?url=http://host:9200&username=mira",
    "/x?q=http://host/@a:b@c",
    "/app/x/browse/http%3A%2F%2Fa%3Ab%40c",
    "/x?passwords=1&f=password:x",
    "/login?url=host:9200",
  ])("leaves %s to the letter", (address) => {
    expect(withoutSecrets(address)).toBe(address);
  });

  it("leaves the rest of an address", () => {
    expect(withoutSecrets(`/x?a=1+2&password=${SECRET}&b=%C3%A9#h`)).toBe("/x?a=1+2&b=%C3%A9#h");
    expect(withoutUserInfo(`http://m:${SECRET}@host/a?b#c`)).toBe("http://host/a?b#c");
  });
});
