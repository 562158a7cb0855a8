import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Logo } from "~/components/ui/logo";
import { PageForm } from "~/components/ui/page/page-form";
import { PlainLink } from "~/components/ui/plain-link";
import { useReader } from "~/components/ui/reader";
import { currentEntry } from "~/navigation/current";
import { menuOf, type NavigationEntry, type NavigationSection } from "~/navigation/menu";
import type { ShellData } from "~/server/shell.server";
import { AppSwitcher } from "./app-switcher";
import { GoTo } from "./go-to";

/** Open where the page is of no section. */
const OPEN_AT_FIRST = "develop";

/**
 * The sidebar; under 768 px a bar on top of the page whose "Menu" opens the same list over it. The list stands beside
 * the `<details>` that opens it, not in it: so the style sheet alone can show it on a wide screen.
 */
export function Sidebar({ shell }: { shell: ShellData }) {
  const { siteName } = useReader();
  const { key } = useLocation();
  return (
    <div className="border-line bg-sunken medium:w-sidebar medium:shrink-0 medium:border-r">
      <nav aria-label="Sections" className="sidebar">
        <div className="px-4 py-2.5 medium:pb-2 medium:pt-4">
          <PlainLink to="/" className="no-underline">
            <Logo name={siteName} />
          </PlainLink>
        </div>
        <details key={key} data-menu="beside" className="sidebar-fold">
          <summary>
            Menu <span aria-hidden="true" className="arrow" />
          </summary>
        </details>
        <Entries shell={shell} />
      </nav>
    </div>
  );
}

function Entries({ shell }: { shell: ShellData }) {
  const { pathname } = useLocation();
  const menu = menuOf(shell);
  const found = currentEntry(menu, { pathname, tabs: shell.tabs });
  const current = found?.entry.href;
  const open = found === undefined || isAlone(found.section) ? OPEN_AT_FIRST : found.section.id;
  return (
    <div className="sidebar-list">
      <AppSwitcher shell={shell} />
      <GoTo at={shell.place} />
      <ul className="mt-1">
        {menu.map((section) =>
          isAlone(section) ? (
            section.entries.map((entry) => (
              <li key={section.id}>
                <EntryLink entry={entry} current={current} strong />
              </li>
            ))
          ) : (
            <li key={section.id}>
              <Section section={section} current={current} open={section.id === open} />
            </li>
          ),
        )}
      </ul>
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

/** The overview, which stands without a section around it. */
const isAlone = ({ entries }: NavigationSection) => entries.length === 1 && entries[0]?.path === "";

type SectionProps = { section: NavigationSection; current: string | undefined; open: boolean };

/**
 * Scrolls the sidebar, which is as high as the window, to an entry. Not by `scrollIntoView`: the next Tab would go on
 * from there, past the link that skips the menus.
 */
function bringIntoView(entry: Element | null) {
  const bar = entry?.closest(".sidebar");
  if (!entry || !bar) return;
  const [{ top, bottom }, view] = [entry.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollTop += Math.max(0, bottom - view.bottom) - Math.max(0, view.top - top);
}

/** A section; by their common name the browser keeps one of them open, without scripts too. */
function Section({ section: { label, entries }, current, open }: SectionProps) {
  const here = entries.some((entry) => entry.href === current);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Opened again at each page of its own: a reader who opened another has moved on.
    if (!open || !details.current) return;
    details.current.open = true;
    bringIntoView(details.current.querySelector("[aria-current]"));
  }, [open, current]);
  return (
    <details ref={details} name="sections" open={open}>
      <summary
        className={`flex h-8 items-center justify-between rounded px-2 text-13 font-semibold hover:text-ink ${here ? "text-ink" : "text-muted"}`}
      >
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

function EntryLink({
  entry,
  current,
  strong = false,
}: {
  entry: NavigationEntry;
  current: string | undefined;
  strong?: boolean;
}) {
  const active = entry.href === current;
  return (
    <PlainLink
      to={entry.href}
      aria-current={active ? "page" : undefined}
      className={strong ? "entry entry-strong" : "entry"}
    >
      {entry.label}
    </PlainLink>
  );
}
