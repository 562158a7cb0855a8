import type { ServerBuild } from "@remix-run/node";
import { byRoute } from "./route-handles";

/**
 * What the forms of an address bring: what most do, texts that are edited whole, or files beside these. A route module
 * says so by `takes` of its `handle`.
 */
export type Takes = "forms" | "texts" | "files";

/** Tells what a request's target takes, `.data` requests as their page. */
export function takesOf(build: ServerBuild): (target: string) => Takes {
  const told = byRoute(build, ({ handle: { takes } }) => (takes === "texts" || takes === "files" ? takes : undefined));
  return (target) => told(target) ?? "forms";
}
