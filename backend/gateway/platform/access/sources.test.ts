import { expect, test } from "vitest";
import { clientAddress, requireCidr } from "./sources";

test.each([
  [{}, null, "127.0.0.1"],
  [{ "x-forwarded-for": "203.0.113.9" }, null, "203.0.113.9"],
  [{ "x-forwarded-for": "10.9.9.9" }, null, "127.0.0.1"],
  [{ "x-forwarded-for": "10.9.9.9, 8.8.8.8" }, null, "8.8.8.8"],
  [{ "x-real-ip": "10.9.9.9" }, null, "10.9.9.9"],
  [{ "x-forwarded-for": "203.0.113.9, 10.9.9.9" }, 1, "127.0.0.1"],
  [{ "x-forwarded-for": "8.8.8.8, 203.0.113.9" }, 1, "203.0.113.9"],
  [{ "x-forwarded-for": "8.8.8.8, 203.0.113.9" }, 2, "8.8.8.8"],
  [{ "x-forwarded-for": "nonsense,,[::1]" }, null, "127.0.0.1"],
  // What a caller writes himself does not count where proxies are counted.
  [{ "x-real-ip": "10.9.9.9" }, 1, "127.0.0.1"],
  [{ "x-forwarded-for": "192.168.1.5", "x-real-ip": "10.9.9.9" }, 1, "127.0.0.1"],
  [{ "x-forwarded-for": "203.0.113.9", "x-real-ip": "10.9.9.9" }, 2, "127.0.0.1"],
  [{ "x-forwarded-for": "203.0.113.9" }, -1, "203.0.113.9"],
  // Spellings that other programs read as another address.
  [{ "x-real-ip": "010.9.9.9" }, null, "127.0.0.1"],
  [{ "x-real-ip": "10.9" }, null, "127.0.0.1"],
  [{ "x-real-ip": "0x0a090909" }, null, "127.0.0.1"],
  [{ "x-real-ip": "168364297" }, null, "127.0.0.1"],
  [{ "x-real-ip": "::ffff:10.9.9.9" }, null, "10.9.9.9"],
  [{ "x-real-ip": "fe80::1%1" }, null, "127.0.0.1"],
])("the address of %j with depth %s is %s", (headers, depth, address) => {
  expect(clientAddress({ headers, socketAddress: "::ffff:127.0.0.1", depth })).toBe(address);
});

test.each([
  "10.0.0.1",
  "010.0.0.0/8",
  "10.1/16",
  "0x0a.0.0.0/8",
  "167772160/8",
  "10.0.0.0/33",
  "fe80::%1/64",
  "10.0.0.0/",
  "/8",
  "",
])("%j is no network", (source) => {
  expect(() => requireCidr([source])).toThrow(
    `source "${source}" is not a valid CIDR notation: invalid CIDR address: ${source}`,
  );
});

test("sources must be in CIDR notation", () => {
  expect(() => requireCidr(["10.0.0.0/8", "::/0"])).not.toThrow();
  expect(() => requireCidr(["10.0.0.1"])).toThrow(
    'source "10.0.0.1" is not a valid CIDR notation: invalid CIDR address: 10.0.0.1',
  );
});
