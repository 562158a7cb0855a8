import { useNavigation } from "@remix-run/react";

/** Says that the next page is on its way. Without scripts the browser says it itself. */
export function LoadingBar() {
  const { state } = useNavigation();
  return (
    <div role="status" aria-live="polite">
      {state !== "idle" && (
        <>
          <span className="loading-bar" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </div>
  );
}
