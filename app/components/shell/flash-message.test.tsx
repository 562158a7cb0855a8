// @vitest-environment jsdom
import { Outlet, useLoaderData, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FlashMessage } from "./flash-message";

type Given = { kind: "good"; text: string; undo?: string; link?: { to: string; label: string } };

/** A page whose data come with these flashes, one after the other. */
function show(flashes: (Given | undefined)[]) {
  const does: { again?: () => void; go?: (to: string) => void } = {};
  function Page() {
    const { flash } = useLoaderData<{ flash?: Given; load: number }>();
    does.again = useRevalidator().revalidate;
    does.go = useNavigate();
    const { pathname, key } = useLocation();
    return (
      <>
        <FlashMessage key={key} flash={flash} at={{ level: "cluster" }} />
        <p>{`At ${pathname}, loaded ${useLoaderData<{ load: number }>().load}`}</p>
        <Outlet />
      </>
    );
  }
  let load = 0;
  const loader = () => ({ flash: flashes[load], load: ++load });
  const Stub = createRemixStub([
    { path: "/", Component: Page, loader, children: [{ path: "*", Component: () => null }] },
  ]);
  render(<Stub initialEntries={["/a"]} />);
  return does;
}

it("stays while its page loads its data anew, and not on the next one", async () => {
  const does = show([{ kind: "good", text: "Saved.", undo: "42" }, undefined, { kind: "good", text: "Deleted." }]);
  await screen.findByText("At /a, loaded 1");
  expect(screen.getByRole("status").textContent).toBe("Saved. Undo…");
  act(() => does.again?.());
  await screen.findByText("At /a, loaded 2");
  expect(screen.getByRole("status").textContent).toBe("Saved. Undo…");
  act(() => does.go?.("/b"));
  await screen.findByText("At /b, loaded 2");
  expect(screen.queryByRole("status")).toBeNull();
  act(() => does.again?.());
  await screen.findByText("At /b, loaded 3");
  expect(screen.getByRole("status").textContent).toBe("Deleted.");
});

it("leads to what it tells of, where that is on another page", async () => {
  show([{ kind: "good", text: "Saved.", undo: "42", link: { to: "/cluster/rules/r1", label: "Open rule" } }]);
  const link = await screen.findByRole("link", { name: "Open rule" });
  expect(link.getAttribute("href")).toBe("/cluster/rules/r1");
});
