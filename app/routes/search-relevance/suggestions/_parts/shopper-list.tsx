import { AddressForm } from "~/components/ui/filter/address-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Suggested } from "~/services/search-relevance/suggestions/preview.server";
import { tryAddress } from "./addresses";
import { NamedInput, NamedSelect } from "./named-controls";
import type { ShopperListData } from "./shopper-list.server";
import { kindName } from "./words";

/** Beside the settings: what a shopper who types a text is offered now. Saved settings count, not those being edited. */
export function ShopperList({ names, index, text, found }: ShopperListData) {
  const here = useAddress(tryAddress);
  return (
    <Card title="What shoppers see">
      <AddressForm here={here} controls={["try", "index"]} keepScroll className="mt-2 grid gap-2">
        <NamedInput name="try" label="A shopper types" value={text} />
        <NamedSelect name="index" label="In the index" value={index} options={names} />
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
