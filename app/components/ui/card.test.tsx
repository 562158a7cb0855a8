import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NumberCard } from "./card";

test("a note may hold what no paragraph can: a browser would end the paragraph at it", () => {
  const html = renderToStaticMarkup(<NumberCard label="Health" value="Yellow" note={<details>why</details>} />);
  const [before = ""] = html.split("<details>");
  expect(html).toContain("<details>why</details>");
  expect(before.lastIndexOf("<p")).toBeLessThan(before.lastIndexOf("</p>"));
});
