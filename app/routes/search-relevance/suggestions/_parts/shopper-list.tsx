import { AddressForm } from "~/components/ui/filter/address-form";
import { control } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Suggested } from "~/services/search-relevance/suggestions/preview.server";
import { tryAddress } from "./addresses";
import type { ShopperListData } from "./shopper-list.server";
import { kindName } from "./words";

/** Beside the settings: what a shopper who types a text is offered now. Saved settings count, not those being edited. */
export function ShopperList({ names, index, found }: ShopperListData) {
  const here = useAddress(tryAddress);
  return (
    <Card title="What shoppers see">
      <AddressForm here={here} controls={["try", "index"]} keepScroll className="mt-2 grid gap-2">
        <label className="block text-13 font-semibold">
          A shopper types
          <input
            name="try"
            defaultValue={here.state.try}
            autoComplete="off"
            className={`${control} mt-1 font-normal`}
          />
        </label>
        <label className="block text-13 font-semibold">
          In the index
          <select name="index" defaultValue={index} className={`${control} mt-1 font-normal`}>
            {[...new Set([index, ...names])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Button className="w-fit">Show</Button>
      </AddressForm>
      <div className="mt-3">
        <SettledPanel of={found} what="Suggestions">
          {(rows) => <Offered rows={rows ?? []} />}
        </SettledPanel>
      </div>
      <p className="mt-2 text-12 text-muted">By the saved settings. What is changed here counts once it is saved.</p>
    </Card>
  );
}

function Offered({ rows }: { rows: readonly Suggested[] }) {
  const here = useAddress(tryAddress);
  if (rows.length === 0) {
    return (
      <p className="text-13 text-muted">
        {here.state.try === ""
          ? "Nothing before something is typed: no popular search has been collected for this index."
          : "No suggestion for this text."}{" "}
        {here.state.try !== "" && (
          <PlainLink to={here.href({ try: undefined })} className="link">
            Empty box
          </PlainLink>
        )}
      </p>
    );
  }
  return (
    <ol aria-label="Suggestions" className="rounded border border-line bg-surface">
      {rows.map(({ label, kind, section }, place) => (
        <li
          key={place}
          className="flex min-h-[36px] items-center justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <Name>{label}</Name>
          <span className="shrink-0 text-12 text-muted">{kindName(kind, section)}</span>
        </li>
      ))}
    </ol>
  );
}
