import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Logo } from "~/components/ui/logo";
import { PageForm } from "~/components/ui/page/page-form";
import { PlainLink } from "~/components/ui/plain-link";
import { useReader } from "~/components/ui/reader";
import { currentEntry } from "~/navigation/current";
import { menuOf, type NavigationEntry, type NavigationSection } from "~/navigation/menu";
import type { ShellData } from "~/shell.server";
import { AppSwitcher } from "./app-switcher";
import { GoTo } from "./go-to";
import { useOpenSections } from "./open-sections";

type Sections = ReturnType<typeof useOpenSections>;

/** The sidebar; under 768 px one menu on top of the page. Both are in the page, one of them hidden by the style sheet: without scripts nothing can move it. */
export function Sidebar({ shell }: { shell: ShellData }) {
  const { siteName } = useReader();
  const { key } = useLocation();
  const sections = useOpenSections(shell);
  const home = (
    <PlainLink to="/" className="no-underline">
      <Logo name={siteName} />
    </PlainLink>
  );
  return (
    <div className="border-line bg-sunken medium:w-sidebar medium:shrink-0 medium:border-r">
      <nav aria-label="Sections" className="hidden max-h-screen overflow-y-auto medium:sticky medium:top-0 medium:block">
        <div className="px-4 pb-2 pt-4">{home}</div>
        <Entries shell={shell} sections={sections} />
      </nav>
      <nav aria-label="Menu" className="relative flex items-center justify-between border-b border-line px-4 py-2.5 medium:hidden">
        {home}
        <details key={key} data-menu="">
          <summary className="flex min-h-[32px] items-center gap-1 rounded px-2 text-13 font-semibold text-muted">
            Menu <span aria-hidden="true" className="arrow" />
          </summary>
          <div className="absolute left-0 top-full z-40 max-h-[80vh] w-full overflow-y-auto border-b border-line bg-sunken pb-3 pt-2 shadow">
            <Entries shell={shell} sections={sections} />
          </div>
        </details>
      </nav>
    </div>
  );
}

function Entries({ shell, sections }: { shell: ShellData; sections: Sections }) {
  const { pathname, search } = useLocation();
  const menu = menuOf(shell);
  const found = currentEntry(menu, { pathname, tabs: shell.tabs });
  const current = found?.entry.href;
  const others = menu.filter(({ id, entries }) => entries.length > 1 && id !== found?.section.id && sections.open.includes(id)).length;
  return (
    <div className="px-2 pb-4">
      <AppSwitcher shell={shell} />
      <GoTo at={shell.at} />
      <ul className="mt-1">
        {menu.map((section) =>
          section.entries.length === 1 && section.entries[0]?.path === "" ? (
            <li key={section.id}>
              <EntryLink entry={section.entries[0]} current={current} strong />
            </li>
          ) : (
            <li key={section.id}>
              <Section section={section} current={current} sections={sections} />
            </li>
          ),
        )}
      </ul>
      {others > 1 && (
        <PageForm method="post" action="/resources/preferences" className="mt-2 px-2">
          <input type="hidden" name="redirectTo" value={`${pathname}${search}`} />
          <button name="sections" value="close" className="text-12 text-faint hover:text-ink hover:underline">
            Close the other sections
          </button>
        </PageForm>
      )}
      <AccountBelow shell={shell} />
    </div>
  );
}

// Who hides the header, or the account in it, for a session, must still be able to end the session.
function AccountBelow({ shell: { view } }: { shell: ShellData }) {
  if (view.header && view.showProfile) return null;
  return (
    <PageForm method="post" action="/logout" reloadDocument className="mt-2 px-2">
      <button className="text-12 text-faint hover:text-ink hover:underline">Sign out</button>
    </PageForm>
  );
}

type SectionProps = { section: NavigationSection; current: string | undefined; sections: Sections };

function Section({ section: { id, label, entries }, current, sections }: SectionProps) {
  const here = entries.some((entry) => entry.href === current);
  const details = useRef<HTMLDetailsElement>(null);
  // Opened again at each page of its own: a reader who closed it has moved on.
  useEffect(() => {
    if (here && details.current) details.current.open = true;
  }, [here, current]);
  return (
    <details ref={details} open={here || sections.open.includes(id)} onToggle={({ currentTarget }) => sections.remember(id, currentTarget.open)}>
      <summary className={`flex h-8 items-center justify-between rounded px-2 text-13 font-semibold hover:text-ink ${here ? "text-ink" : "text-muted"}`}>
        {label}
        <span aria-hidden="true" className="chevron mr-1" />
      </summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <EntryLink entry={entry} current={current} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function EntryLink({ entry, current, strong = false }: { entry: NavigationEntry; current: string | undefined; strong?: boolean }) {
  const active = entry.href === current;
  return (
    <PlainLink to={entry.href} aria-current={active ? "page" : undefined} className={strong ? "entry entry-strong" : "entry"}>
      {entry.label}
    </PlainLink>
  );
}
