import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { notice, packedMovies } from "../../scripts/make-samples.mjs";

it("the sample is the data set of the package, and its notice says what the package says", () => {
  expect(readFileSync("samples/NOTICE.md", "utf8")).toBe(notice());
  // Another zlib may pack otherwise; what is inside counts.
  expect(gunzipSync(readFileSync("samples/movies.json.gz")).equals(gunzipSync(packedMovies()))).toBe(true);
  expect(notice()).toContain(
    "> The repository code is licensed under the BSD-3-Clause License. Note that individual datasets have distinct licensing terms",
  );
});
