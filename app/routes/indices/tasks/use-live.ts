import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const EVERY_MS = 3000;

/** Loads the page's data again every few seconds while somebody looks at it. Without scripts a link does. */
export function useLive() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [revalidate, state]);
}
