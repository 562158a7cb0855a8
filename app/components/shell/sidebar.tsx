import { useLocation } from "@remix-run/react";
import { Logo } from "~/components/ui/logo";
import { PlainLink } from "~/components/ui/plain-link";
import { useReader } from "~/components/ui/reader";
import type { ShellData } from "~/shell.server";
import { AppSwitcher } from "./app-switcher";

/** The sidebar; under 768 px one menu on top of the page. Both are in the page, one of them hidden by the style sheet: without scripts nothing can move it. */
export function Sidebar({ shell }: { shell: ShellData }) {
  const { siteName } = useReader();
  const { key } = useLocation();
  const home = (
    <PlainLink to="/" className="no-underline">
      <Logo name={siteName} />
    </PlainLink>
  );
  return (
    <div className="border-line bg-sunken medium:w-sidebar medium:shrink-0 medium:border-r">
      <nav aria-label="Sections" className="hidden max-h-screen overflow-y-auto medium:sticky medium:top-0 medium:block">
        <div className="px-4 pb-2 pt-4">{home}</div>
        <Entries shell={shell} />
      </nav>
      <nav aria-label="Menu" className="relative flex items-center justify-between border-b border-line px-4 py-2.5 medium:hidden">
        {home}
        <details key={key} data-menu="">
          <summary className="flex min-h-[32px] items-center gap-1 rounded px-2 text-13 font-semibold text-muted">
            Menu <span aria-hidden="true" className="arrow" />
          </summary>
          <div className="absolute left-0 top-full z-40 max-h-[80vh] w-full overflow-y-auto border-b border-line bg-sunken pb-3 pt-2 shadow">
            <Entries shell={shell} />
          </div>
        </details>
      </nav>
    </div>
  );
}

function Entries({ shell }: { shell: ShellData }) {
  const { pathname } = useLocation();
  const current = currentHref(shell, pathname);
  return (
    <div className="px-2 pb-4">
      <AppSwitcher shell={shell} />
      <ul className="mt-2">
        {shell.sections.map((section) =>
          section.entries.length === 1 && section.entries[0]?.path === "" ? (
            <li key={section.id}>
              <EntryLink entry={section.entries[0]} current={current} strong />
            </li>
          ) : (
            <li key={section.id}>
              {/* Keyed by whether it holds the current page, so that moving there opens it. */}
              <details key={String(section.entries.some((entry) => entry.href === current))} open={section.entries.some((entry) => entry.href === current)}>
                <summary className="flex h-8 items-center justify-between rounded px-2 text-13 font-semibold text-muted hover:text-ink">
                  {section.label}
                  <span aria-hidden="true" className="chevron mr-1" />
                </summary>
                <ul>
                  {section.entries.map((entry) => (
                    <li key={entry.path}>
                      <EntryLink entry={entry} current={current} />
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

type Entry = ShellData["sections"][number]["entries"][number];

function EntryLink({ entry, current, strong = false }: { entry: Entry; current: string | undefined; strong?: boolean }) {
  const active = entry.href === current;
  return (
    <PlainLink to={entry.href} discover aria-current={active ? "page" : undefined} className={strong ? "entry entry-strong" : "entry"}>
      {entry.label}
    </PlainLink>
  );
}

/** The entry of the longest path that the page's path begins with. */
function currentHref({ sections }: ShellData, pathname: string) {
  const hrefs = sections.flatMap((section) => section.entries.map((entry) => entry.href));
  const overview = (href: string) => href === "/cluster" || /^\/app\/[^/]+$/.test(href);
  return hrefs.filter((href) => pathname === href || (!overview(href) && pathname.startsWith(`${href}/`))).sort((a, b) => b.length - a.length)[0];
}
