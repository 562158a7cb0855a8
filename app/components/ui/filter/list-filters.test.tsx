// @vitest-environment jsdom
import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { address, oneOf, page, text } from "~/lib/address";

const declared = address({ q: text(), state: oneOf(["open", "closed"]), since: text(), page: page() });

function show(query: string) {
  function Screen() {
    const here = useAddress(declared);
    return (
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Search", chip: (words) => `Contains ${words}` },
          { name: "state", label: "State", options: [{ value: "open", label: "Open" }, "closed"], any: "Any state" },
        ]}
        further={here.holds("since") ? [{ name: "since", label: "Since then" }] : []}
      />
    );
  }
  const Stub = createRemixStub([{ path: "/", Component: Screen }]);
  return render(<Stub initialEntries={[`/${query}`]} />);
}
const chips = () => screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

it("makes control, chip and the way without it of each filter", () => {
  const { unmount } = show("?q=heat&state=open&since=monday&page=3");
  expect([...document.querySelectorAll("option")].map((option) => option.textContent)).toEqual([
    "Any state",
    "Open",
    "closed",
  ]);
  expect([...new FormData(document.querySelector("form") ?? undefined)]).toEqual([
    ["since", "monday"],
    ["q", "heat"],
    ["state", "open"],
  ]);
  expect(chips()).toEqual([
    ["Contains heat ×", "/?state=open&since=monday"],
    ["Open ×", "/?q=heat&since=monday"],
    ["Since then ×", "/?q=heat&state=open"],
    ["Clear all", "/"],
  ]);
  unmount();
  show("?state=ajar");
  expect(chips()).toEqual([]);
  expect(screen.getByText(/ajar/).textContent).toContain("State");
});
