import type { loader as listPage } from "~/routes/search-relevance/tests/list";
import type { loader as runPage } from "~/routes/search-relevance/tests/run";
import type { loader as changesPage } from "~/routes/data/changes/list";
import { openScreen } from "../../../setup/open-screen";

// Relevance tests through their screens.

type Form = Record<string, string>;
type As = Parameters<typeof openScreen>[1]["as"];
type Behind = Parameters<typeof openScreen>[1]["backend"];

/** The first expectation of the form: a document within the first places. */
export const first = (document: string, places = "1"): Form => ({
  "expectations[0].kind": "within",
  "expectations[0].document": document,
  "expectations[0].places": places,
});

/** The form of a test, filled in. */
export const testForm = (more: Form): Form => ({
  ...{ intent: "take-relevance-test", label: "", search: "snow", request: "", grades: "", version: "0", then: "save" },
  ...more,
});

/** What is done with the tests of an index on a back end that stands by the time of the call. */
export function relevanceTestsOn(backendNow: () => Behind, env?: Record<string, string>) {
  const open = <Loader extends (args: never) => unknown = () => unknown>(
    path: string,
    more: { at: string; form?: Form; as?: As },
  ) => openScreen<Loader>(path, { backend: backendNow(), ...(env && { env }), ...more });
  const list = async (at: string) => (await open<typeof listPage>("relevance-tests", { at })).data?.list.rows ?? [];
  return {
    create: (at: string, more: Form = {}, as?: As) =>
      open("relevance-tests/new", { at, form: testForm({ ...first("b1"), ...more }), ...(as && { as }) }),
    list,
    idOf: async (at: string, label: string) => (await list(at)).find((row) => row.label === label)?.id ?? "",
    run: async (at: string, query = "") =>
      (await open<typeof runPage>(`relevance-tests/run${query}`, { at })).data?.run,
    undoLast: async (at: string) => {
      const id = (await open<typeof changesPage>("changes", { at })).data?.rows[0]?.id ?? "";
      return open(`changes/${id}/undo`, { at, form: { intent: "undo-change", confirmation: "" } });
    },
  };
}
