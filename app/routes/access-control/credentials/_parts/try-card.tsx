import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { AddressForm } from "~/components/ui/filter/address-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import type { Tried } from "~/services/access-control/credentials/try.server";
import { tryAddress } from "./addresses";
import type { ExampleCall } from "./example-call";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const controls = ["method", "path", "referer", "address"] as const;

type TryCardProps = {
  tried: Tried | null;
  /** What is tried at first. */ example: ExampleCall;
  /** The page that it comes from at first. */ referer: string;
};

/** Whether a call would be let in, asked of the server by its own rules. Works by address: nothing is changed. */
export function TryCard({ tried, example, referer }: TryCardProps) {
  const here = useAddress(tryAddress);
  const { path, address } = here.state;
  const shown = path === "" ? { ...example, referer } : here.state;
  return (
    <section id="try">
      <Card title="Try it">
        <p className="text-12 text-muted">Dry run; no request is sent, and no limit is used up.</p>
        <AddressForm here={here} controls={controls} keepScroll className="mt-2 grid gap-2" key={here.href({})}>
          <label className={label}>
            Method
            <select name="method" defaultValue={shown.method} className={control}>
              {methods.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <Line name="path" label="Path" value={shown.path} />
          <Line
            name="referer"
            label="Referer"
            value={shown.referer}
            hint="The page that calls, such as https://shop.example/search"
          />
          <Line
            name="address"
            label="Address"
            value={address}
            hint="Where the call comes from. Empty: from this console."
          />
          <div>
            <Button>Try it</Button>
          </div>
        </AddressForm>
        <div role="status" className="mt-3">
          {tried && <Outcome tried={tried} />}
        </div>
      </Card>
    </section>
  );
}

const label = "block text-13 font-semibold";
const control =
  "mt-1 block min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink";

function Line({ name, label: text, value, hint }: { name: string; label: string; value: string; hint?: string }) {
  return (
    <div>
      <label htmlFor={`try-${name}`} className={label}>
        {text}
      </label>
      {hint !== undefined && (
        <p id={`try-${name}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      )}
      <input
        id={`try-${name}`}
        name={name}
        defaultValue={value}
        aria-describedby={hint && `try-${name}-hint`}
        autoComplete="off"
        spellCheck={false}
        className={control}
      />
    </div>
  );
}

function Outcome({ tried }: { tried: Tried }) {
  if (tried.kind === "not-offered")
    return <Notice tone="info">This server does not try calls. Send the call itself, with curl.</Notice>;
  if (tried.kind === "failed") return <ErrorPanel title="The call could not be tried." failure={tried.failure} />;
  const { allowed, status, message, route, category, acl, op } = tried.verdict;
  const asks = [route, category && `category ${category}`, acl && `acl ${acl}`, op && `operation ${op}`].filter(
    (part) => part,
  );
  return (
    <>
      <StatusBadge tone={allowed ? "good" : "bad"}>{allowed ? "Allowed" : `Refused with ${status}`}</StatusBadge>
      {message !== "" && (
        <Name as="p" className="mt-2 rounded bg-bad-soft px-2 py-1 font-mono text-12 text-bad">
          {message}
        </Name>
      )}
      {asks.length > 0 && (
        <Name as="p" className="mt-2 text-12 text-muted">
          Requires: {asks.join(" · ")}
        </Name>
      )}
    </>
  );
}
