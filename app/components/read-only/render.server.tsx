import { Outlet } from "@remix-run/react";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";
import type { Reader } from "~/components/ui/reader";
import { type LinkTo, readOnly } from "./read-only.server";

type Shown = {
  /** The component of a screen. */
  Screen: ComponentType;
  /** What its loader gave. */
  data: object;
  /** The path and query that it is shown for, whatever the address of the visitor. */
  address: string;
  reader: Reader;
  /** Links that stay, where there are any. */
  linkTo?: LinkTo;
};

/**
 * The markup of a screen for somebody who only reads it: the same component as in the console, without links, forms and
 * scripts.
 */
export async function renderReadOnly({ Screen, data, address, reader, linkTo }: Shown): Promise<string> {
  const routes = [
    {
      id: "root",
      path: "/",
      loader: () => ({ reader }),
      element: <Outlet />,
      children: [{ id: "screen", path: "*", loader: () => data, element: <Screen /> }],
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(address, "http://console")));
  if (context instanceof Response) throw context;
  if (context.errors !== null) throw new Error("a screen could not be prepared", { cause: context.errors });
  const router = createStaticRouter(handler.dataRoutes, context);
  return readOnly(
    renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />),
    linkTo,
  );
}
