import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as newPage } from "~/routes/search-relevance/tests/new";
import type { loader as testPage } from "~/routes/search-relevance/tests/test";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import { first, relevanceTestsOn, testForm } from "./support/relevance-tests";

// Tests of several searches for the same thing have their grades in common.

const at = "boots";
let backend: TestBackend;
const screens = relevanceTestsOn(() => backend);

beforeAll(async () => {
  backend = await startTestBackend();
  for (const id of ["b1", "b2"]) await backend.call("PUT", `/${at}/_doc/${id}?refresh=true`, { title: `boots ${id}` });
});
afterAll(() => backend.close());

const open = async (label: string) => {
  const id = await screens.idOf(at, label);
  const { data } = await openScreen<typeof testPage>(`relevance-tests/${id}`, { backend, at });
  return { id, grades: data?.values.grades, sharing: data?.values.sharing, version: data?.values.version };
};
const save = async (label: string, more: Record<string, string>) => {
  const { id, version = "0" } = await open(label);
  const form = testForm({ ...first("b1"), label, search: label, version, ...more });
  return openScreen(`relevance-tests/${id}`, { backend, at, form });
};

it("a test that joins has the other's grades, and a change of one is a change of both, with one undo", async () => {
  await screens.create(at, { label: "boots", search: "boots", grades: "b1 = 3" });
  const boots = await open("boots");
  const choices = (await openScreen<typeof newPage>("relevance-tests/new", { backend, at })).data?.choices;
  expect(choices).toEqual([{ value: boots.id, label: "boots" }]);
  const made = await screens.create(at, { label: "wellies", search: "wellies", grades: "b2 = 1", sharing: boots.id });
  expect(made.flash).toBe("Relevance test wellies saved. Its grades count in boots too.");
  const wellies = await open("wellies");
  expect(wellies).toMatchObject({ grades: "b1 = 3\nb2 = 1", sharing: boots.id });
  expect(await open("boots")).toMatchObject({ grades: "b1 = 3\nb2 = 1", sharing: wellies.id, version: "2" });

  expect((await save("boots", { sharing: wellies.id, grades: "b1 = 2" })).flash).toContain("count in wellies too");
  expect((await open("wellies")).grades).toBe("b1 = 2");
  await screens.undoLast(at);
  for (const label of ["boots", "wellies"])
    expect((await open(label)).grades?.split("\n").sort()).toEqual(["b1 = 3", "b2 = 1"]);
});

it("a test that joined with grades of its own is gone after its undo, and the others have theirs again", async () => {
  const { id } = await open("boots");
  await screens.create(at, { label: "galoshes", search: "galoshes", grades: "b2 = 3", sharing: id });
  expect((await open("wellies")).grades).toContain("b2 = 3");
  await screens.undoLast(at);
  expect((await screens.list(at)).map(({ label }) => label).sort()).toEqual(["boots", "wellies"]);
  for (const label of ["boots", "wellies"]) expect((await open(label)).grades).toContain("b2 = 1");
});

it("a measure needs a grade of its own or of the test that it joins", async () => {
  const form = { "expectations[0].kind": "ndcg", "expectations[0].places": "3", "expectations[0].least": "0.5" };
  const { id } = await open("boots");
  const label = "rain boots";
  expect(await screens.create(at, { label, ...form })).toHaveFieldError("grades", /above 0/);
  expect((await screens.create(at, { label, ...form, sharing: id })).flash).toContain("saved");
  await screens.undoLast(at);
});

it("whoever saves the other one meanwhile is told", async () => {
  const { version, sharing = "" } = await open("wellies");
  await save("boots", { sharing: (await open("wellies")).id, grades: "b1 = 1" });
  const late = await save("wellies", { sharing, version: version ?? "", grades: "b1 = 3" });
  expect(late.status).toBe(409);
  expect((await open("boots")).grades).toBe("b1 = 1");
});

it("one that leaves keeps its grades; a test that is gone cannot be joined", async () => {
  await save("wellies", { sharing: "", grades: "b1 = 1" });
  await save("boots", { sharing: "", grades: "b1 = 3" });
  expect(await open("wellies")).toMatchObject({ grades: "b1 = 1", sharing: "" });
  expect(await save("wellies", { sharing: "no-such-test", grades: "b1 = 1" })).toHaveFieldError(
    "sharing",
    /was deleted in the meantime/,
  );
});
