import { RelevanceTestSchema, requestFor } from "~/services/search-relevance/relevance-tests/records.server";
import { changeRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";

/** A relevance test whose id tests know beforehand: for the screens about one. */
export function seedTest({
  dataDir,
  id,
  server,
  index,
}: {
  dataDir: string;
  id: string;
  server: string;
  index: string;
}): void {
  const expectations = [{ kind: "within", document: "1", places: 3 }];
  const test = RelevanceTestSchema.parse({
    label: "Metropolis first",
    request: requestFor("metropolis"),
    expectations,
    names: { 1: "Metropolis" },
  });
  changeRelevanceTests({ dataDir }, { server, index, person: "admin", put: [{ id, version: 0, test }] });
}
