import { useLocation } from "@remix-run/react";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { ShellData } from "~/server/shell.server";
import { IndexSearch } from "./index-search";

/** The switch between all indices and one of them: a few here, all of them with a search on a page of their own. */
export function AppSwitcher({ shell }: { shell: ShellData }) {
  const { key } = useLocation();
  const { place: at, apps } = shell;
  if (apps === null) return null;
  const all = apps.all ? "All indices" : "Your indices";
  const name = at.level === "app" ? at.app : all;
  const more = apps.total > apps.first.length;
  return (
    <details key={key} data-menu="" className="relative mx-1 rounded border border-line-strong bg-surface">
      <summary className="flex items-center justify-between gap-2 rounded px-2.5 py-1.5">
        <span className="min-w-0">
          <span className="block text-12 text-muted">Index</span>
          <span className="block truncate text-13 font-semibold" title={name}>
            {name}
          </span>
        </span>
        <span aria-hidden="true" className="arrow text-muted" />
      </summary>
      <div className="over-page inset-x-0 w-auto p-1">
        {more && <IndexSearch />}
        <ul className="switcher">
          {at.level === "app" && <Item to={apps.all ? "/cluster" : "/indices"} label={all} />}
          {apps.first
            .filter((index) => index !== at.app)
            .map((index) => (
              <Item key={index} to={screenPath(appLevel(index))} label={index} />
            ))}
          {more && <Item to="/indices" label={`Find one of ${countOf(apps.total, "index", "indices")}…`} />}
        </ul>
      </div>
    </details>
  );
}

function Item({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <PlainLink to={to} title={label}>
        {label}
      </PlainLink>
    </li>
  );
}
