import { useLocation } from "@remix-run/react";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf } from "~/lib/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { ShellData } from "~/shell.server";

/** The switch between the whole cluster and its indices: a few here, all of them with a search on a page of their own. */
export function AppSwitcher({ shell }: { shell: ShellData }) {
  const { key } = useLocation();
  const { at, apps } = shell;
  if (apps === null) return null;
  return (
    <details key={key} data-menu="" className="relative mx-1 rounded border border-line-strong bg-surface">
      <summary className="flex items-center justify-between gap-2 rounded px-2.5 py-1.5">
        <span className="min-w-0">
          <span className="block text-12 text-muted">{at.level === "app" ? "App" : "Level"}</span>
          <span className="block truncate text-13 font-semibold">{at.level === "app" ? at.app : apps.all ? "Whole cluster" : "Your indices"}</span>
        </span>
        <span aria-hidden="true" className="arrow text-muted" />
      </summary>
      <ul className="switcher border-t border-line p-1">
        {at.level === "app" && apps.all && <Item to="/cluster" label="Whole cluster" />}
        {apps.first
          .filter((name) => name !== at.app)
          .map((name) => (
            <Item key={name} to={screenPath(appLevel(name))} label={name} />
          ))}
        <Item to="/indices" label={apps.total > apps.first.length ? `All ${countOf(apps.total, "index", "indices")}…` : "Find an index…"} />
      </ul>
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
