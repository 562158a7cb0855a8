// @vitest-environment jsdom
import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useAddress } from "~/components/ui/filter/use-address";
import { address, page, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";
import { rangeOf } from "~/lib/address/range-of";
import { DateRangePicker } from "./date-range";

const declared = address({
  q: text(),
  range: dateRange({ offered: ["today", "last-7-days", "last-30-days"] }),
  page: page(),
});
const now = Date.UTC(2026, 10, 22, 14);

function show(query: string) {
  function Screen() {
    const here = useAddress(declared);
    return (
      <DateRangePicker
        here={here}
        range={rangeOf(here.state.range, { zone: "UTC", now })}
        offered={["today", "last-7-days", "last-30-days"]}
      />
    );
  }
  const Stub = createRemixStub([{ path: "/", Component: Screen }]);
  render(<Stub initialEntries={[`/${query}`]} />);
}
const href = (name: string) => screen.getByRole("link", { name, hidden: true }).getAttribute("href");

it("offers presets as links that keep the filters, and the days as a form", () => {
  show("?q=x&page=3");
  expect(screen.getByText("24 Oct – 22 Nov 2026")).toBeTruthy();
  expect([href("Today"), href("Last 7 days"), href("Last 30 days")]).toEqual([
    "?q=x&range=today",
    "?q=x&range=last-7-days",
    "?q=x&page=3",
  ]);
  expect(screen.queryByText("Last month")).toBeNull();
  expect(href("Fix to these dates")).toBe("?q=x&from=2026-10-24&to=2026-11-22&zone=UTC");
  const form = new FormData(document.querySelector("form") ?? undefined);
  expect([...form]).toEqual([
    ["q", "x"],
    ["from", "2026-10-24"],
    ["to", "2026-11-22"],
  ]);
});
