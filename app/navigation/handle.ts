import type { MetaArgs, MetaFunction } from "@remix-run/node";
import type { LevelRef } from "./paths";

export type Crumb = { label: string; to?: string };

/** The static facts of a screen for the shell: `export const handle: Handle = { screen: "browse" }`. */
export type Handle = {
  /**
   * The key of the screen in routes.js, or how to read it from the address; its section and label come from the
   * navigation model.
   */
  screen?: string | ((pathname: string) => string);
  /**
   * Its form may bring a text that is edited whole, or files beside it: the console's server lets more through
   * (server/http/takes.ts).
   */
  takes?: "texts" | "files";
  /**
   * What a request to it holds open of the console (server/http/shares): an event stream, a run of requests to the
   * server (of its forms alone), or an answer that is short. Without it an address below `/resources` is a download,
   * any other a page.
   */
  holds?: "events" | "calls" | "answer";
  /**
   * What comes after the screen's own crumb, or, without `screen`, after the level's. `data` is the loader's,
   * `pathname` as in the address bar.
   */
  crumbs?: (args: {
    data: unknown;
    params: Record<string, string | undefined>;
    at: LevelRef;
    pathname: string;
  }) => Crumb[];
};

/** The key of the screen that the leaf of the matches says it is. */
export function screenOf({ handle, pathname }: { handle: unknown; pathname: string }): string | undefined {
  const { screen } = (handle ?? {}) as Handle;
  return typeof screen === "function" ? screen(pathname) : screen;
}

/** A part of a title, or how it follows from what Remix gives to `meta`. */
export type TitlePart<Loader = unknown> = string | ((of: MetaArgs<Loader>) => string);

/** What a title ends with: the index, or what all of them are called. */
const levelWord = (params: Record<string, string | undefined>) => params["appName"] ?? "Cluster";

/** `export const meta = titled("Clone")`: the title of a screen, its own words first and the level last. */
export const titled =
  <Loader = unknown>(...parts: readonly TitlePart<Loader>[]): MetaFunction<Loader> =>
  (of) => [
    { title: [...parts.map((part) => (typeof part === "string" ? part : part(of))), levelWord(of.params)].join(" · ") },
  ];
