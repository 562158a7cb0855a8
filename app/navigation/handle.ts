import type { LevelRef } from "./paths";

export type Crumb = { label: string; to?: string };

/** The static facts of a screen for the shell: `export const handle: Handle = { screen: "browse" }`. */
export type Handle = {
  /** The key of the screen in routes.js, or how to read it from the address; its section and label come from the navigation model. */
  screen?: string | ((pathname: string) => string);
  /** What comes after the screen's own crumb, or, without `screen`, after the level's. `data` is the loader's, `pathname` as in the address bar. */
  crumbs?: (args: { data: unknown; params: Record<string, string | undefined>; at: LevelRef; pathname: string }) => Crumb[];
};

/** The key of the screen that the leaf of the matches says it is. */
export function screenOf({ handle, pathname }: { handle: unknown; pathname: string }): string | undefined {
  const { screen } = (handle ?? {}) as Handle;
  return typeof screen === "function" ? screen(pathname) : screen;
}
