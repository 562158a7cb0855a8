import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorScreen } from "~/components/shell/error-screen";
import { FlashMessage } from "~/components/shell/flash-message";
import { Header } from "~/components/shell/header";
import { LoadingBar } from "~/components/shell/loading-bar";
import { Sidebar } from "~/components/shell/sidebar";
import { loadShell } from "~/shell.server";

/** The frame of every signed-in page: mounted at the top, under `/cluster` and under `/app/:appName`. */
export async function loader(args: LoaderFunctionArgs) {
  const { shell, headers } = await loadShell(args);
  return data(shell, { headers });
}

export default function Shell() {
  const shell = useLoaderData<typeof loader>();
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50 focus:rounded focus:bg-surface focus:px-3 focus:py-2">
        Skip to content
      </a>
      <LoadingBar />
      <div className="min-h-screen medium:flex">
        <Sidebar shell={shell} />
        <div className="flex min-w-0 flex-1 flex-col">
          {shell.view.header && <Header shell={shell} />}
          <main id="main" tabIndex={-1} className="w-full max-w-[1400px] flex-1 p-4 outline-none medium:p-6">
            {shell.flash && <FlashMessage flash={shell.flash} />}
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen error={useRouteError()} page />;
}
