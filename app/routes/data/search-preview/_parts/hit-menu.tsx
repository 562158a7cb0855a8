import { Menu, MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import type { Gate } from "~/lib/access-control/gate";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import type { PreviewRow } from "./panels.server";

export type HitGates = { rules: Gate; synonyms: Gate };

type HitMenuProps = { app: string; opens: boolean; q: string; row: PreviewRow; gates: HitGates | null };

/** What one does with a hit: each entry opens its form, filled in. */
export function HitMenu({ app, opens, q, row, gates }: HitMenuProps) {
  const at = appLevel(app);
  const start = { words: q, index: app };
  const title = row.title.map(({ text }) => text).join("");
  if (!opens && (gates === null || q === "")) return null;
  return (
    <Menu label="…" name={`Actions for ${title}`}>
      {gates !== null && q !== "" && (
        <>
          <Entry
            gate={gates.rules}
            to={screenPath(clusterLevel, "rules/new", { query: { ...start, pin: row.id, place: row.place } })}
            label={`Pin to place ${row.place}…`}
          />
          <Entry
            gate={gates.rules}
            to={screenPath(clusterLevel, "rules/new", { query: { ...start, hide: row.id } })}
            label="Hide for this search…"
          />
          <Entry
            gate={gates.synonyms}
            to={screenPath(at, "synonyms/new", { query: { groups: `${q}, ` } })}
            label="Add synonym…"
          />
        </>
      )}
      {opens && <MenuLink to={screenPath(at, "browse", { rest: [row.id] })}>Open document</MenuLink>}
    </Menu>
  );
}

const Entry = ({ gate, to, label }: { gate: Gate; to: string; label: string }) => (
  <Gated gate={gate} look="menu" label={label}>
    <MenuLink to={to}>{label}</MenuLink>
  </Gated>
);
