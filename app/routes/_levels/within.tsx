import { Outlet, useRouteError } from "@remix-run/react";
import { ErrorScreen } from "~/components/shell/error-screen";

/**
 * Between a shell and its screens, for the error boundary alone: the loaders of the route that shows what an action threw are not called, and
 * the frame needs those of the shell.
 */
export default function Within() {
  return <Outlet />;
}

/** A screen that failed, inside the frame. */
export function ErrorBoundary() {
  return <ErrorScreen error={useRouteError()} />;
}
