import { RemixBrowser } from "@remix-run/react";
import { StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepTypedText } from "~/browser/keep-typed-text";

const release = keepTypedText();

/**
 * Its effect runs, after all others, when the page that the server sent has been taken over; the mark says so to
 * whoever measures or waits for it.
 */
function Page() {
  useEffect(() => {
    release();
    performance.mark("hydrated");
  }, []);
  return <RemixBrowser />;
}

// In one piece, not in a transition: between two slices of it React 18 takes a key or a click as a reason to finish at
// once, fails
// ("Root did not complete", error 345) and throws away the page that was sent, with the focus and what was typed.
hydrateRoot(
  document,
  <StrictMode>
    <Page />
  </StrictMode>,
);
