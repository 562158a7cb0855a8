import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepTypedText } from "~/keep-typed-text";

const release = keepTypedText();

/** Its effect runs when the page that the server sent has been taken over. */
function Page() {
  useEffect(release, []);
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
