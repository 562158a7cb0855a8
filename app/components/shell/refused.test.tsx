// @vitest-environment jsdom
import { useRouteError } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { messages } from "~/lib/messages/user-messages";
import { ErrorScreen } from "./error-screen";

afterEach(cleanup);

function Boundary() {
  return <ErrorScreen error={useRouteError()} />;
}

/** The texts of a page whose loader threw this. */
async function shown(thrown: () => Response): Promise<{ heading: string | null; text: string | null }> {
  const loader = () => {
    throw thrown();
  };
  const Stub = createRemixStub([{ path: "/", Component: () => null, ErrorBoundary: Boundary, loader }]);
  render(<Stub />);
  const heading = await screen.findByRole("heading");
  return { heading: heading.textContent, text: heading.nextElementSibling?.textContent ?? null };
}

it("shows the sentence that came with a status, as of a refusal by the server, and says in general what came without one", async () => {
  expect(await shown(() => new Response("The form ends too early.", { status: 400 }))).toEqual({
    heading: "Request refused",
    text: "The form ends too early.",
  });
  cleanup();
  expect(await shown(() => new Response("The server did not say how.", { status: 502 }))).toEqual({
    heading: messages.general,
    text: "The server did not say how.",
  });
  cleanup();
  expect(await shown(() => new Response(null, { status: 502 }))).toEqual({
    heading: messages.general,
    text: messages.reported,
  });
});

it("shows the reason that a loader gives for a missing page, and a general one for an unknown address", async () => {
  const gone = "There is no such relevance test. It may have been deleted.";
  expect(await shown(() => new Response(gone, { status: 404 }))).toEqual({ heading: "Page not found", text: gone });
  for (const body of [null, 'Error: No route matches URL "/nowhere"']) {
    cleanup();
    expect((await shown(() => new Response(body, { status: 404 }))).text).toMatch(/^Nothing has this address/);
  }
});
