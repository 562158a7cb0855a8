import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as newPage } from "~/routes/search-relevance/tests/new";
import type { loader as testPage } from "~/routes/search-relevance/tests/test";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { documentAt } from "../../setup/document-at";
import { openScreen } from "../../setup/open-screen";
import { first, relevanceTestsOn } from "./support/relevance-tests";

// The documents of a relevance test: found by words, chosen by a button, called by their titles.

const INDEX = "chosen";
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [at, title] of ["Snow boot", "Rain boot", "Sandal"].entries())
    await backend.call("PUT", `/${INDEX}/_doc/b:${at + 1}?refresh=true`, { title });
});
afterAll(() => backend.close());

const { create, list, idOf } = relevanceTestsOn(() => backend);
const above = (more: Record<string, string> = {}) => ({
  "expectations[0].kind": "above",
  "expectations[0].document": "",
  "expectations[0].other": "",
  ...more,
});

/** Presses a button of a new test; the page that it leads to. */
async function press(then: string, more: Record<string, string>) {
  const { response } = await create(INDEX, { then, ...above(more) });
  const [to = "", part] = (response?.headers.get("Location") ?? "").split("#");
  return { part, data: (await openScreen<typeof newPage>(to, { backend })).data };
}

describe("a document of an expectation", () => {
  it.each<[string, string, Record<string, string>, string]>([
    ["the button of its row", "pick:0.other", { "expectations[0].findOther": "boot" }, "0.other"],
    ["Enter, which presses no button", "", { "expectations[0].findDocument": "boot" }, "0.document"],
  ])("is found by words with %s, and nothing is saved", async (_, then, more, place) => {
    const { part, data } = await press(then, more);
    expect(part).toBe("expectation-1");
    expect(data?.picked).toMatchObject({
      place,
      found: { ok: true, value: [{ id: "b:1", title: "Snow boot" }, { id: "b:2" }] },
    });
    expect(data?.values.expectations).toMatchObject([more["expectations[0].findOther"] ? { findOther: "boot" } : {}]);
    expect(await list(INDEX)).toEqual([]);
  });

  it("is chosen into its own place, and called by its title", async () => {
    const { part, data } = await press("choose:0.other:b:2", {
      "expectations[0].document": "b:1",
      "expectations[0].findOther": "rain",
    });
    expect(part).toBe("expectation-1");
    expect(data?.values.expectations).toMatchObject([{ kind: "above", document: "b:1", other: "b:2", findOther: "" }]);
    expect(data?.names).toMatchObject({ "b:1": "Snow boot", "b:2": "Rain boot" });
    expect(data?.picked).toBeNull();
  });

  it("stands by its title on the page, its ID second, and the field of the ID is folded", async () => {
    const path = `/app/${INDEX}/relevance-tests/new?value=snow&document=b:1`;
    const page = await documentAt({ backend, path });
    const group = page.querySelector('li[aria-label="Expectation 1"] [role=group][aria-label=Document]');
    expect(group?.querySelector("strong")?.textContent).toBe("Snow boot");
    expect(group?.querySelector("code")?.textContent).toBe("b:1");
    const typed = group?.querySelector<HTMLInputElement>('input[name="expectations[0].document"]');
    expect([typed?.value, typed?.closest("details")?.querySelector("summary")?.textContent]).toEqual([
      "b:1",
      "Enter a full document ID",
    ]);
    expect(group?.querySelector('button[name=then][value="pick:0.document"]')).not.toBeNull();
  });

  it.each(["choose:7.document:b:1", "choose:0.places:b:1", "choose:"])("is not chosen by %s", async (then) => {
    const { data } = await press(then, {});
    expect(data?.values.expectations).toMatchObject([{ document: "", other: "", places: "1" }]);
  });

  it("may be typed by its ID, which stays where the index has no such document", async () => {
    expect(await create(INDEX, { ...first("b:9"), label: "typed" })).toFlash(
      "Relevance test typed saved. Not in chosen: b:9.",
    );
    const { data } = await openScreen<typeof testPage>(`relevance-tests/${await idOf(INDEX, "typed")}`, {
      backend,
      at: INDEX,
    });
    expect([data?.values.expectations[0]?.document, data?.names["b:9"]]).toEqual(["b:9", undefined]);
  });
});

describe("graded documents that the results do not show", () => {
  it("are listed by their titles, the best first, and lose their grade by a button", async () => {
    const grades = "b:3 = 1\nb:2 = 3\nb:1 = 2";
    const listed = await press("results", { search: "snow", grades, ...above({ "expectations[0].document": "b:1" }) });
    expect(listed.data?.order).toMatchObject({ kind: "order" });
    const shown = listed.data?.order?.kind === "order" ? listed.data.order.rows.map(({ id }) => id) : [];
    expect(listed.data?.others.map(({ id }) => id).filter((id) => shown.includes(id))).toEqual([]);
    const without = await press("ungrade:b:3", { search: "", request: "", grades });
    expect(without.data?.values.grades).toBe("b:2 = 3\nb:1 = 2");
    expect(without.data?.others).toEqual([
      { id: "b:2", title: "Rain boot", grade: 3 },
      { id: "b:1", title: "Snow boot", grade: 2 },
    ]);
  });
});
