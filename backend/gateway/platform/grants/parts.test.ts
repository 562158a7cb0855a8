import { expect, test } from "vitest";
import { seesNoMore } from "./fields";
import { sourcesBeyond } from "./sources";

test.each([
  [["10.1.0.0/16"], ["10.0.0.0/8"], []],
  [["10.0.0.0/8"], ["10.1.0.0/16"], ["10.0.0.0/8"]],
  [["10.0.0.0/8"], ["10.128.0.0/9", "10.0.0.0/9"], []],
  [["10.0.0.7/8"], ["10.0.0.0/8"], []],
  [["0.0.0.0/0"], ["0.0.0.0/1", "128.0.0.0/1"], ["0.0.0.0/0"]],
  [["::/0"], ["0.0.0.0/0"], []],
  [["0.0.0.0/0"], ["::/0"], []],
  [["2001:db8::/32"], ["2001:db8::/16"], []],
  [["2001:db8::/32"], ["10.0.0.0/8"], ["2001:db8::/32"]],
  [["::ffff:10.0.0.0/104"], ["10.0.0.0/8"], ["::ffff:10.0.0.0/104"]],
  [["255.255.255.255/32"], ["255.0.0.0/8"], []],
  [["nonsense"], [], []],
  [[], [], []],
])("networks %j beyond %j: %j", (networks, others, beyond) => {
  expect(sourcesBeyond({ networks, depth: 0 }, [{ networks: others, depth: 0 }])).toEqual(beyond);
});

test.each([
  [1, 0, ["10.0.0.0/8"], ["10.0.0.0/8"]],
  [1, 1, ["10.0.0.0/8"], []],
  [1, 0, ["0.0.0.0/0"], []],
  [-1, 0, ["10.0.0.0/8"], []],
])("with %s proxies believed, within those of %s and %j: %j beyond", (depth, other, networks, beyond) => {
  expect(sourcesBeyond({ networks: ["10.0.0.0/8"], depth }, [{ networks, depth: other }])).toEqual(beyond);
});

const all = { includes: ["*"], excludes: [] };
test.each([
  [null, [null], true],
  [null, [all], true],
  [null, [{ includes: ["*"], excludes: ["secret"] }], false],
  [{ includes: ["*"], excludes: ["secret"] }, [{ includes: ["*"], excludes: ["secret.raw"] }], true],
  [{ includes: ["*"], excludes: ["secret.raw"] }, [{ includes: ["*"], excludes: ["secret"] }], false],
  [{ includes: ["name"], excludes: [] }, [{ includes: ["n*"], excludes: ["note"] }], true],
  [{ includes: ["n*"], excludes: [] }, [{ includes: ["n*"], excludes: ["note"] }], false],
  [{ includes: ["n*"], excludes: ["no*"] }, [{ includes: ["n*"], excludes: ["note"] }], true],
  [{ includes: ["name"], excludes: ["name"] }, [{ includes: ["other"], excludes: [] }], true],
  [
    { includes: ["a", "b"], excludes: [] },
    [
      { includes: ["a"], excludes: [] },
      { includes: ["b"], excludes: [] },
    ],
    true,
  ],
  [{ includes: ["a.b"], excludes: [] }, [{ includes: ["a"], excludes: [] }], true],
  [{ includes: ["ab"], excludes: [] }, [{ includes: ["a"], excludes: [] }], false],
])("who sees %j sees no more than %j: %s", (rights, others, expected) => {
  expect(seesNoMore(rights, others)).toBe(expected);
});
