import { useLocation } from "@remix-run/react";
import { Menu, MenuButton, MenuLink } from "~/components/ui/menu";
import { PageForm } from "~/components/ui/page/page-form";
import { Name } from "../ui/name";
import type { ShellData } from "~/server/shell.server";
import { Breadcrumbs } from "./breadcrumbs";
import { useSupport } from "./support";

const healths: Record<ShellData["health"], { dot: string; word: string }> = {
  green: { dot: "bg-good", word: "green" },
  online: { dot: "bg-good", word: "online" },
  yellow: { dot: "bg-warn", word: "yellow" },
  red: { dot: "bg-bad", word: "red" },
  "no-writes": { dot: "bg-bad", word: "disk full, no writes" },
  failing: { dot: "bg-bad", word: "engine failing" },
  unreachable: { dot: "bg-bad", word: "not reachable" },
};

const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const;

/** The bar above a page: where one is; the server and its health; theme; account. */
export function Header({ shell }: { shell: ShellData }) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const { docs } = useSupport();
  const { theme, lite } = shell.preferences;
  const themeLabel = themes.find((choice) => choice.value === theme)?.label ?? "System";
  return (
    <header className="flex min-h-[48px] items-start justify-between gap-x-4 border-b border-line bg-raised px-4 py-1.5 medium:px-6">
      <Breadcrumbs shell={shell} />
      <div className="flex min-h-[36px] shrink-0 items-center gap-3 text-13 text-muted">
        <span
          className="flex items-center gap-1.5"
          title={shell.engine ? `${shell.server}: ${shell.engine.clusterName} ${shell.engine.version}` : shell.server}
        >
          <span aria-hidden="true" className={`h-2 w-2 rounded-full ${healths[shell.health].dot}`} />
          <span className="max-w-[30vw] truncate">
            <span className="hidden large:inline">{shell.server} · </span>
            {healths[shell.health].word}
          </span>
        </span>
        {/* On a narrow screen the theme is under Preferences. */}
        <div className="hidden small:block">
          <Menu
            label={
              <span>
                {themeLabel}
                <span className="hidden large:inline"> theme</span>
              </span>
            }
            name={`${themeLabel} theme`}
          >
            <PageForm method="post" action="/resources/preferences">
              <input type="hidden" name="redirectTo" value={here} />
              {themes.map((choice) => (
                <MenuButton key={choice.value} name="theme" value={choice.value} current={choice.value === theme}>
                  {choice.label}
                </MenuButton>
              ))}
            </PageForm>
          </Menu>
        </div>
        {shell.view.showHelpChat && docs !== null && (
          <a href={docs} className="text-muted no-underline hover:text-ink" rel="noreferrer">
            Help
          </a>
        )}
        {shell.view.showProfile && (
          <Menu
            label={<span className="max-w-[24vw] truncate">{shell.user.name}</span>}
            name={`Account of ${shell.user.name}`}
          >
            <Name as="p" className="px-2.5 py-1.5 text-12 text-faint">
              {shell.user.as ?? shell.user.name} at {shell.server}
              {shell.user.isAdmin ? ", admin" : ""}
            </Name>
            <MenuLink to="/account/preferences">Preferences</MenuLink>
            <MenuLink to="/account/sign-ins">Sign-ins</MenuLink>
            <MenuLink to="/account/second-factor">Second factor</MenuLink>
            {/* A full load on purpose: it takes the scripts away, or brings them back. */}
            <PageForm method="post" action="/resources/preferences" reloadDocument>
              <input type="hidden" name="redirectTo" value={here} />
              <MenuButton name="lite" value={lite ? "off" : "on"}>
                {lite ? "Full pages" : "Lite pages, no scripts"}
              </MenuButton>
            </PageForm>
            <PageForm method="post" action="/logout" reloadDocument>
              <MenuButton>Sign out</MenuButton>
            </PageForm>
          </Menu>
        )}
      </div>
    </header>
  );
}
