import { useMatches, useParams } from "@remix-run/react";
import type { ShellData } from "~/server/shell.server";
import { levelRef, type LevelRef } from "./paths";

/**
 * What the shell knows: user, server, navigation. Undefined outside of a shell or when its loader failed or did not
 * run.
 */
export function useShell(): ShellData | undefined {
  // By prefix, never by one literal id: the ids of the three shells differ.
  const match = useMatches().find((candidate) => candidate.id.startsWith("shell/"));
  // Null where an action threw: the loaders of the route that shows the error are not called then.
  return (match?.data as ShellData | null | undefined) ?? undefined;
}

/** The level of the page: the cluster or one index. */
export function useLevel(): LevelRef {
  return levelRef(useParams()["appName"]);
}
