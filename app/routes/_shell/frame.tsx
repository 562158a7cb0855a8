import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useParams, useRouteError } from "@remix-run/react";
import { Fragment } from "react";
import { ErrorScreen } from "~/components/shell/error-screen";

/** The title of a page that failed; screens that work set their own. */
export const meta: MetaFunction = ({ error }) => {
  if (error === undefined || error === null) return [];
  if (!isRouteErrorResponse(error)) return [{ title: "Something went wrong" }];
  const titles: Record<number, string> = { 402: "Payment is required", 403: "Not allowed", 404: "There is no such page" };
  return [{ title: titles[error.status] ?? "Something went wrong" }];
};

/** Between the shell and its screens: keeps the sidebar when a screen fails, and starts a screen anew when it is opened for another index. */
export default function Frame() {
  const params = useParams();
  // Without the key React would keep state and typed text from one index to the next: same component, same depth.
  const key = Object.entries(params)
    .filter(([name]) => name !== "*")
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return (
    <Fragment key={key}>
      <Outlet />
    </Fragment>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen error={useRouteError()} />;
}
