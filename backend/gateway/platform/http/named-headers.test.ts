import { expect, test } from "vitest";
import { namedHeaders } from "./named-headers";

const CONNECTION =
  `host connection keep-alive te trailer transfer-encoding upgrade expect content-length content-encoding forwarded via x-forwarded x-forwarded-for
  x-forwarded-host x-forwarded-proto x-real-ip x-endpoint-call proxy-authorization proxy-connection x-client-ip true-client-ip fastly-client-ip x-cluster-client-ip
  cf-connecting-ip cf-connecting-ipv6 x-original-url x-original-forwarded-for x-rewrite-url x-http-method x-http-method-override x-method-override x-host`.split(
    /\s+/,
  );
const CALLER =
  "authorization cookie x-second-factor x-view-as x-viewed-as x-request-category x-request-id x-called-by referer origin sec-fetch-site".split(
    " ",
  );

test.each(CONNECTION.flatMap((name) => [name, name.toUpperCase(), ` ${name} `, `${name}\t`]))(
  "%j speaks of a connection",
  (name) => {
    for (const toSelf of [true, false]) expect(namedHeaders({ [name]: "1" }, { toSelf })).toMatchObject({ ok: false });
  },
);

test.each(CALLER.flatMap((name) => [name, name.toUpperCase()]))(
  "%j says who calls, and is for other servers alone",
  (name) => {
    expect(namedHeaders({ [name]: "1" }, { toSelf: true })).toMatchObject({ ok: false });
    expect(namedHeaders({ [name]: "1" }, { toSelf: false })).toEqual({
      ok: true,
      headers: { [name.toLowerCase()]: "1" },
    });
  },
);

test.each(["a b", "a:b", "", "\n", "ä", "x\r\nAuthorization"])("%j is no name of a header", (name) => {
  expect(namedHeaders({ [name]: "1" }, { toSelf: false })).toMatchObject({ ok: false });
});

test.each(["a\r\nAuthorization: x", "a\nb", "\0", "€"])("%j is no value of a header", (value) => {
  expect(namedHeaders({ "x-own": value }, { toSelf: true })).toMatchObject({ ok: false });
});

test("others go along, in small letters; what is no text is left out", () => {
  const given = {
    "X-Own": "yes",
    Accept: "application/json",
    "X-Number": 5,
    "X-List": ["a"],
    "X-Nothing": null,
    "X-Hostess": "1",
  };
  expect(namedHeaders(given, { toSelf: true })).toEqual({
    ok: true,
    headers: { "x-own": "yes", accept: "application/json", "x-hostess": "1" },
  });
});
