import type { Put, RelevanceTest } from "./records.server";

// Searches that ask for the same thing, "sofa" and "couch", share the grades of their documents: tests with one mark
// have the same grades, and a change of one is a change of all.

type Grades = RelevanceTest["grades"];
type Kept = RelevanceTest & Pick<Put, "id" | "version">;

/** The other tests that have their grades in common with one. */
export const sharedWith = <Test extends Pick<Kept, "id" | "sharing">>(
  tests: readonly Test[],
  { id, sharing }: Pick<Kept, "id" | "sharing">,
): Test[] => (sharing === undefined ? [] : tests.filter((one) => one.id !== id && one.sharing === sharing));

/** Grades after what a change did to others: what it graded, without what it took away. */
function changed(grades: Grades, { before, after }: { before: Grades; after: Grades }): Grades {
  const kept = Object.entries(grades).filter(([id]) => id in after || !(id in before));
  const given = Object.entries(after).filter(([id, grade]) => before[id] !== grade);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(given) };
}

function marked(put: Put, { stored, newMark }: { stored: readonly Kept[]; newMark: () => string }): Put[] {
  const { joins, ...rest } = put;
  const other = joins === undefined ? undefined : stored.find(({ id }) => id === joins && id !== put.id);
  if (other === undefined) return [rest];
  const sharing = other.sharing ?? newMark();
  const joined: Put = { ...rest, test: { ...rest.test, sharing } };
  if (other.sharing !== undefined) return [joined];
  return [{ id: other.id, version: other.version, test: { ...other, sharing } }, joined];
}

/**
 * The tests that are to be kept with all those whose grades change by it; `stored` are those that stay. One that joins
 * brings its own grades, which count where both have one; what one of several changes is what it says otherwise than
 * before. `newMark` makes the mark of tests that shared nothing before.
 */
export function withSharedGrades(
  asked: readonly Put[],
  { stored, newMark }: { stored: readonly Kept[]; newMark: () => string },
): Put[] {
  const put = asked.flatMap((one) => {
    const found = marked(one, { stored, newMark });
    // A test that is kept for its own sake already takes the mark there.
    return found.filter(({ id }) => id === one.id || !asked.some((other) => other.id === id));
  });
  const marks = new Set(put.flatMap(({ test }) => (test.sharing === undefined ? [] : [test.sharing])));
  const shared = new Map(
    [...marks].map((mark) => {
      const start = stored.find(({ sharing }) => sharing === mark)?.grades ?? {};
      const grades = put
        .filter(({ test }) => test.sharing === mark)
        .reduce<Grades>((sum, { id, past, test }) => {
          const old = stored.find((one) => one.id === id);
          // What an undo brings back into the group finds what was graded meanwhile.
          if (old?.sharing !== mark && past !== undefined) return { ...test.grades, ...sum };
          return changed(sum, { before: old?.sharing === mark ? old.grades : {}, after: test.grades });
        }, start);
      return [mark, grades];
    }),
  );
  const names = put.flatMap(({ test }) => Object.entries(test.names));
  const whole = (test: RelevanceTest): RelevanceTest => {
    const grades = test.sharing === undefined ? undefined : shared.get(test.sharing);
    if (grades === undefined) return test;
    const known = names.filter(([id]) => id in grades);
    return { ...test, grades, names: { ...Object.fromEntries(known), ...test.names } };
  };
  const others = stored.filter(
    ({ id, sharing, grades }) =>
      sharing !== undefined && !put.some((one) => one.id === id) && differ(grades, shared.get(sharing) ?? grades),
  );
  return [
    ...put.map((one) => ({ ...one, test: whole(one.test) })),
    ...others.map((one) => ({ id: one.id, version: one.version, test: whole(one) })),
  ];
}

const differ = (one: Grades, other: Grades) =>
  Object.keys(one).length !== Object.keys(other).length ||
  Object.entries(one).some(([id, grade]) => other[id] !== grade);
