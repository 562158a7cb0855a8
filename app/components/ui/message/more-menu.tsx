import { Menu, MenuLink } from "~/components/ui/menu";
import type { Gate } from "~/lib/access-control/gate";
import { Gated } from "./gated";

type Entry = { gate: Gate; to: string; label: string; danger?: boolean };

/**
 * "More" in the head of a page: what is not the primary action, what is dangerous last. Each entry has its own gate;
 * one that is off says why below it.
 */
export function MoreMenu({ entries }: { entries: readonly Entry[] }) {
  return (
    <Menu label="More" button>
      {entries.map(({ gate, to, label, danger = false }) => (
        <Gated key={label} gate={gate} look="menu" label={label}>
          <MenuLink to={to} danger={danger}>
            {label}
          </MenuLink>
        </Gated>
      ))}
    </Menu>
  );
}
