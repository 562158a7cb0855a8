import { expect, it, test } from "vitest";
import { type Put, RelevanceTestSchema } from "./records.server";
import { withSharedGrades } from "./sharing";

type Grades = Record<string, number>;
type Kept = ReturnType<typeof content> & { id: string; version: number };
const content = (label: string, grades: Grades, sharing?: string) =>
  RelevanceTestSchema.parse({
    label,
    request: { query: [{ id: "result" }] },
    expectations: [{ kind: "notEmpty" }],
    grades,
    names: Object.fromEntries(Object.keys(grades).map((id) => [id, `The ${id}`])),
    ...(sharing !== undefined && { sharing }),
  });
const kept = (id: string, grades: Grades, sharing?: string): Kept => ({
  id,
  version: 3,
  ...content(id, grades, sharing),
});
const change = (id: string, grades: Grades, more: Partial<Put> & { sharing?: string } = {}): Put => {
  const { sharing, ...rest } = more;
  return { id, version: 3, test: content(id, grades, sharing), ...rest };
};
const after = (asked: readonly Put[], stored: readonly Kept[]) =>
  Object.fromEntries(
    withSharedGrades(asked, { stored, newMark: () => "new" }).map(({ id, test: { grades, sharing } }) => [
      id,
      { grades, sharing },
    ]),
  );

it("leaves tests alone that share nothing", () => {
  expect(after([change("sofa", { s1: 3 })], [kept("sofa", {}), kept("couch", { s1: 1 }, "m")])).toEqual({
    sofa: { grades: { s1: 3 }, sharing: undefined },
  });
});

it("gives one that joins the grades of the other, which takes over its own", () => {
  const stored = [kept("sofa", { s1: 3, s2: 1 }), kept("couch", { s2: 2 })];
  const grades = { s1: 3, s2: 2, s3: 0 };
  expect(after([change("couch", { s2: 2, s3: 0 }, { joins: "sofa" })], stored)).toEqual({
    sofa: { grades, sharing: "new" },
    couch: { grades, sharing: "new" },
  });
  const [first] = withSharedGrades([change("couch", { s3: 0 }, { joins: "sofa" })], { stored, newMark: () => "new" });
  expect(first?.test.names).toEqual({ s1: "The s1", s2: "The s2", s3: "The s3" });
});

it("changes, adds and takes away in all of them", () => {
  const grades = { s1: 3, s2: 1 };
  const stored = ["sofa", "couch", "settee"].map((id) => kept(id, grades, "m"));
  const now = { grades: { s2: 2, s4: 3 }, sharing: "m" };
  expect(after([change("couch", now.grades, { sharing: "m" })], stored)).toEqual({
    sofa: now,
    couch: now,
    settee: now,
  });
});

it("joins what several of them change at once", () => {
  const stored = ["sofa", "couch"].map((id) => kept(id, { s1: 3, s2: 1 }, "m"));
  const asked = [change("sofa", { s1: 0, s2: 1 }, { sharing: "m" }), change("couch", { s1: 3 }, { sharing: "m" })];
  const now = { grades: { s1: 0 }, sharing: "m" };
  expect(after(asked, stored)).toEqual({ sofa: now, couch: now });
});

it("brings one back by undo with what was graded meanwhile", () => {
  const stored = [kept("sofa", { s1: 1 }, "m")];
  const back = change("couch", { s1: 3, s2: 2 }, { sharing: "m", version: 0, past: 4 });
  const now = { grades: { s1: 1, s2: 2 }, sharing: "m" };
  expect(after([back], stored)).toEqual({ sofa: now, couch: now });
});

it("lets one go with the grades that it had, and the others stay together", () => {
  const stored = ["sofa", "couch", "settee"].map((id) => kept(id, { s1: 3 }, "m"));
  expect(after([change("sofa", { s1: 1 })], stored)).toEqual({ sofa: { grades: { s1: 1 }, sharing: undefined } });
});

test("whatever is done with some of them, all of one mark have the same grades", () => {
  let random = 7;
  const below = (most: number) => (random = (random * 16807) % 2147483647) % most;
  const some = (): Grades => Object.fromEntries(Array.from({ length: below(4) }, () => [`s${below(5)}`, below(4)]));
  let stored: Kept[] = Array.from({ length: 6 }, (_, at) => kept(`t${at}`, some()));
  let joined = 0;
  for (let round = 0; round < 400; round++) {
    const ids = [...new Set(Array.from({ length: 1 + below(3) }, () => `t${below(6)}`))];
    const asked = ids.map((id) => {
      const sharing = stored.find((one) => one.id === id)?.sharing;
      const joins = `t${below(6)}`;
      if (below(3) === 0) return change(id, some());
      return change(id, some(), below(3) === 0 ? { joins } : sharing === undefined ? {} : { sharing });
    });
    const made = new Map(
      withSharedGrades(asked, { stored, newMark: () => `m${round}` }).map((one) => [one.id, one.test]),
    );
    stored = stored.map((one) => ({ ...one, sharing: undefined, ...(made.get(one.id) ?? one) }));
    for (const one of stored)
      for (const other of stored)
        if (one.sharing !== undefined && one.sharing === other.sharing) {
          expect(one.grades).toEqual(other.grades);
          if (one !== other) joined++;
        }
  }
  expect(joined).toBeGreaterThan(100);
});
