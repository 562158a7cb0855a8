import { createElement, Fragment, type ReactNode } from "react";
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { routeAt } from "../routed";

export type Module = NonNullable<ServerBuild["routes"][string]>["module"];
/** A route's module with a fault in it. */
export type Change = (module: Module) => Partial<Module>;

/** Puts a fault into the route of an address, until the function that it returns is called. */
export function plant({ build, path, change }: { build: ServerBuild; path: string; change: Change }): () => void {
  const route = build.routes[routeAt(path)?.id ?? ""];
  if (!route) throw new Error(`routes.js has nothing at ${path}`);
  // Handlers that were made of it hold the module itself.
  const { module } = route;
  const before = { ...module };
  Object.assign(module, change(before));
  return () => {
    for (const key of Object.keys(module)) if (!(key in before)) Reflect.deleteProperty(module, key);
    Object.assign(module, before);
  };
}

/** Something more on the page, behind what is there. */
export const beside =
  (extra: ReactNode): Change =>
  ({ default: Screen }) => ({
    default: () => createElement(Fragment, null, Screen ? createElement(Screen) : null, extra),
  });

/** The page with another text in the place of what it shows. */
export const instead =
  (page: ReactNode): Change =>
  () => ({ default: () => page });

type Loader = (args: LoaderFunctionArgs, own: () => Promise<unknown>) => unknown;

/** Another loader; `own` calls the screen's. */
export const loading =
  (loader: Loader): Change =>
  ({ loader: own }) => ({
    loader: (args: LoaderFunctionArgs) =>
      loader(args, async () => (typeof own === "function" ? await own(args) : null)) as never,
  });

/** The screen's own loader, which never sees a parameter of the address. */
export const ignoring =
  (parameter: string): Change =>
  ({ loader }) => ({
    loader: (args: LoaderFunctionArgs) => {
      const url = new URL(args.request.url);
      url.searchParams.delete(parameter);
      const { headers } = args.request;
      return typeof loader === "function" ? loader({ ...args, request: new Request(url, { headers }) }) : null;
    },
  });

/** One more header of the answer. */
export const heading =
  (name: string, value: string): Change =>
  ({ headers }) => ({
    headers: (args) => {
      const all = new Headers(typeof headers === "function" ? headers(args) : (headers ?? {}));
      all.set(name, value);
      return all;
    },
  });

/** Markup as somebody wrote it. */
export const raw = (html: string) => <div dangerouslySetInnerHTML={{ __html: html }} />;
