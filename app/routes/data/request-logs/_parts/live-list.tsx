import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useReader } from "~/components/ui/reader";

const EVERY_MS = 5_000;

/** Loads the page's data again every few seconds while somebody looks at it. */
export function useLiveList(live: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [live, revalidate]);
}

/** The same by reloading where no scripts run. */
export function RefreshWithoutScripts({ live }: { live: boolean }) {
  const { lite } = useReader();
  if (!live) return null;
  const refresh = <meta httpEquiv="refresh" content={String(EVERY_MS / 1000)} />;
  return lite ? refresh : <noscript>{refresh}</noscript>;
}
