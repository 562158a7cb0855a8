import * as z from "zod";
import { openGate, type TestBackend } from "../../setup/backend";

// A back end in front of a real one that has some indices, which says that there are more: what the index list asks for
// is played, all else is passed on.

const nameOf = (at: number) => `budget-${String(at).padStart(5, "0")}`;
const rowsSchema = z.array(z.looseObject({ index: z.string() }));
const aliasesSchema = z.record(z.string(), z.object({ aliases: z.object({}) }));

const LIST = "/_aliasedindices";
const aliases = (names: string) => `/${names}/_alias`;

/** Makes `count` indices. */
export async function makeIndices({ call, count }: Pick<TestBackend, "call"> & { count: number }): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { status, body } = await call("PUT", `/${nameOf(at)}`);
    if (status !== 200) throw new Error(`creating ${nameOf(at)} answered ${status}: ${JSON.stringify(body)}`);
  }
}

/** What the real one answers to a call of the list. */
const asked = async (backend: TestBackend, path: string) => (await backend.call("GET", path)).body;

/**
 * The same without what belongs to one index or one moment, in the order of names; of the list, the rows of our
 * indices.
 */
const settled = (answer: unknown) =>
  !Array.isArray(answer)
    ? answer
    : rowsSchema
        .parse(answer)
        .filter(({ index }) => index.startsWith("budget-"))
        .sort((a, b) => (a.index < b.index ? -1 : 1))
        .map((row) => ({
          ...row,
          ...("uuid" in row && { uuid: "any" }),
          ...("creation.date" in row && { "creation.date": "any" }),
        }));

/** Opens it in front of a back end with the first indices of `makeIndices`. `say` sets how many there seem to be. */
export async function playManyIndices(backend: TestBackend) {
  const gate = await openGate(backend.url);
  const list = rowsSchema.parse(await asked(backend, LIST));
  const [row] = list.filter(({ index }) => index === nameOf(0));
  const others = list.filter(({ index }) => !index.startsWith("budget-"));
  const alias = aliasesSchema.parse(await asked(backend, aliases(nameOf(0))))[nameOf(0)];
  // Each made some time after the one before, for texts that are all alike weigh nothing in a page.
  const madeAt = Number(row?.["creation.date"]);
  const madeRow = <Row extends { index: string }>(made: Row) => ({
    ...made,
    "creation.date": String(madeAt + 37 * Number(made.index.slice(-5))),
  });
  let count: number | undefined;

  /** The played answer to a path, or undefined for what is passed on. */
  function answerTo(path: string): unknown {
    if (path === LIST)
      return [...others, ...Array.from({ length: count ?? 0 }, (_, at) => madeRow({ ...row, index: nameOf(at) }))];
    const names = /^\/(budget-[^/?]+)\/_alias$/.exec(decodeURIComponent(path))?.[1]?.split(",");
    return names && Object.fromEntries(names.map((name) => [name, alias]));
  }

  const played = new Set<string>();
  gate.decide((path) => {
    const answer = count === undefined ? undefined : answerTo(path);
    if (answer === undefined) return "pass";
    played.add(path.replace(/budget-[^/?]+/, "names").replace(/\?.*/, ""));
    return { status: 200, body: JSON.stringify(answer) };
  });
  return {
    url: gate.url,
    close: gate.close,
    /** The kinds of calls that were played. */
    played,
    /** How many there seem to be; undefined plays nothing. */
    say: (next: number | undefined) => (count = next),
    /** What is played and what the real one answers, for each call of the list, where both have the same indices. */
    async compare() {
      const names = encodeURIComponent(Array.from({ length: count ?? 0 }, (_, at) => nameOf(at)).join(","));
      const paths = [LIST, aliases(names)];
      return Promise.all(
        paths.map(async (path) => ({ played: settled(answerTo(path)), real: settled(await asked(backend, path)) })),
      );
    },
  };
}
