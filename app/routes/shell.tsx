import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useParams, useRouteError } from "@remix-run/react";
import { Fragment } from "react";
import { ErrorScreen } from "~/components/shell/error-screen";
import { Frame } from "~/components/shell/frame";
import { useShell } from "~/navigation/use-shell";
import { loadShell } from "~/server/shell.server";

const titles: Record<number, string> = {
  0: "Not available",
  402: "Payment is required",
  403: "Access denied",
  404: "Page not found",
};

/** The title of a page that failed; screens that work set their own. */
export const meta: MetaFunction = ({ error }) => {
  if (error === undefined || error === null) return [];
  return [
    {
      title: (isRouteErrorResponse(error) && titles[isAbsent(error.data) ? 0 : error.status]) || "Something went wrong",
    },
  ];
};

const isAbsent = (failure: unknown) =>
  typeof failure === "object" &&
  failure !== null &&
  "kind" in failure &&
  (failure.kind === "not-here" || failure.kind === "not-offered");

/** The frame of every signed-in page: mounted at the top, under `/cluster` and under `/app/:appName`. */
export async function loader(args: LoaderFunctionArgs) {
  const { shell, headers } = await loadShell(args);
  return data(shell, { headers });
}

export default function Shell() {
  const shell = useLoaderData<typeof loader>();
  const { appName } = useParams();
  return (
    <Frame shell={shell}>
      {/* Without the key React would keep state and typed text from one index to the next: same component, same depth. */}
      <Fragment key={appName}>
        <Outlet />
      </Fragment>
    </Frame>
  );
}

/** A screen that failed, with the menus around it; without them when it is the shell itself that failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const shell = useShell();
  if (shell === undefined) return <ErrorScreen error={error} page />;
  return (
    <Frame shell={shell}>
      <ErrorScreen error={error} />
    </Frame>
  );
}
