import { Link, useLocation, useMatches } from "@remix-run/react";
import { screenPath } from "~/navigation/paths";
import { type Handle, screenOf } from "~/navigation/handle";
import { menuOf } from "~/navigation/menu";
import type { ShellData } from "~/server/shell.server";

type Crumb = { label: string; to?: string };

/** Where one is: all indices, the index, the section, the screen, and what the screen's `handle.crumbs` adds. */
export function Breadcrumbs({ shell }: { shell: ShellData }) {
  const matches = useMatches();
  const { pathname } = useLocation();
  const leaf = matches.at(-1);
  const handle = leaf?.handle as Handle | undefined;
  const screen = leaf && screenOf(leaf);
  const crumbs = [
    ...rootOf(shell),
    ...placeOf(shell, screen),
    ...(handle?.crumbs?.({ data: leaf?.data, params: leaf?.params ?? {}, at: shell.at, pathname }) ?? []),
  ];
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 py-1.5">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-13">
        {crumbs.map((crumb, at) => {
          const last = at === crumbs.length - 1;
          return (
            <li key={`${at}-${crumb.label}`} className="flex min-w-0 items-center gap-1.5">
              {/* Before the name it belongs to, so that no line ends with it. */}
              {at > 0 && (
                <span aria-hidden="true" className="text-faint">
                  /
                </span>
              )}
              {last || crumb.to === undefined ? (
                <span
                  className={`max-w-[50vw] truncate py-0.5 ${last ? "font-semibold" : "text-muted"}`}
                  title={crumb.label}
                  aria-current={last ? "page" : undefined}
                >
                  {crumb.label}
                </span>
              ) : (
                <Link
                  to={crumb.to}
                  title={crumb.label}
                  className="max-w-[30vw] truncate py-0.5 text-muted no-underline hover:underline"
                >
                  {crumb.label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function rootOf({ place: at, apps }: ShellData): Crumb[] {
  // The cluster is not everybody's: those held to some of its indices have these in its place, others neither.
  const all =
    apps === null
      ? []
      : [apps.all ? { label: "All indices", to: "/cluster" } : { label: "Your indices", to: "/indices" }];
  return at.level === "app" ? [...all, { label: at.app, ...(apps !== null && { to: screenPath(at) }) }] : all;
}

function placeOf(shell: ShellData, screen: string | undefined): Crumb[] {
  if (screen === undefined || screen === "") return [];
  for (const section of menuOf(shell)) {
    const entry = section.entries.find((candidate) => candidate.path === screen);
    // A section with one screen of its own name is no step on the way.
    if (entry)
      return [
        ...(section.label === entry.label ? [] : [{ label: section.label }]),
        { label: entry.label, to: entry.href },
      ];
  }
  return [];
}
