import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as testPage } from "~/routes/search-relevance/tests/test";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import { relevanceTestsOn, testForm } from "./support/relevance-tests";

// The present order of a test's results beside the one that its grades would have.

const at = "boots";
let backend: TestBackend;
let gate: Gate;
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const screens = relevanceTestsOn(behind);

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  for (const [id, title] of [
    ["b1", "snow"],
    ["b2", "snow boots"],
    ["b3", "snow boots for children"],
    ["b4", "mud"],
  ])
    await backend.call("PUT", `/${at}/_doc/${id}?refresh=true`, { title });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const open = async (id: string, query = "") =>
  (await openScreen<typeof testPage>(`relevance-tests/${id}${query}`, { backend: behind(), at })).data?.order;

it("is told with the nDCG of the results, and what was not found", async () => {
  await screens.create(at, { label: "Graded", grades: "b3 = 3\nb1 = 1\nb4 = 2" });
  const order = await open(await screens.idOf(at, "Graded"));
  expect(order).toMatchObject({ kind: "order" });
  const rows = order?.kind === "order" ? order.rows : [];
  expect(rows.map(({ id, place, grade, ideal }) => [id, place, grade, ideal])).toEqual([
    ["b1", 1, 1, 3],
    ["b2", 2, null, 4],
    ["b3", 3, 3, 1],
    ["b4", null, 2, 2],
  ]);
  expect(rows.map(({ title }) => title)).toEqual(["snow", "snow boots", "snow boots for children", "mud"]);
  // (1/1 + 0 + 7/2) of (7/1 + 3/log2(3) + 1/2): gains 2^grade - 1, less by place.
  expect(order?.kind === "order" ? order.ndcg : null).toBeCloseTo(4.5 / (7 + 3 / Math.log2(3) + 0.5), 6);
});

it("follows grades that are typed, before they are saved", async () => {
  await screens.create(at, { label: "Typed" });
  const id = await screens.idOf(at, "Typed");
  expect(await open(id)).toMatchObject({ kind: "order", ndcg: null });
  const answer = await openScreen(`relevance-tests/${id}`, {
    backend: behind(),
    at,
    form: testForm({ label: "Typed", version: "1", then: "grade:3:b2" }),
  });
  const to = answer.response?.headers.get("Location") ?? "";
  const order = await open(id, /\?[^#]*/.exec(to)?.[0]);
  const graded = order?.kind === "order" ? order.rows.filter(({ grade }) => grade !== null) : [];
  expect(graded).toMatchObject([{ id: "b2", place: 2, grade: 3, ideal: 1 }]);
});

it("says that the search failed, and the form is there all the same", async () => {
  const id = await screens.idOf(at, "Graded");
  gate.decide((path) => (path.includes("_reactivesearch") ? { status: 500, body: "{}" } : "pass"));
  const page = await openScreen<typeof testPage>(`relevance-tests/${id}`, { backend: behind(), at });
  expect(page.data?.order).toMatchObject({ kind: "failed", message: expect.any(String) as string });
  expect(page.data?.values.grades).toContain("b3 = 3");
  gate.decide(() => "pass");
});
