import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepTypedText } from "~/keep-typed-text";

const release = keepTypedText();

/** Its effect runs, after all others, when the page that the server sent has been taken over; the mark says so to whoever measures or waits for it. */
function Page() {
  useEffect(() => {
    release();
    performance.mark("hydrated");
  }, []);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  );
});
