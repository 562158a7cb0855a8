import { AddressForm, Button, Card, ErrorPanel, FilterInput, FilterSelect, Notice, StatusBadge, useAddress } from "~/components/kit";
import type { Tried } from "~/services/credentials/try.server";
import { tryAddress } from "./addresses";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map((value) => ({ value, label: value }));
const controls = ["method", "path", "referer", "address"] as const;

/** Whether a call would be let in, asked of the server by its own rules. Works by address: nothing is changed. */
export function TryCard({ tried, example }: { tried: Tried | null; example: string }) {
  const here = useAddress(tryAddress);
  const { method, path, referer, address } = here.state;
  return (
    <section id="try">
      <Card title="Try it">
        <p className="text-12 text-muted">By the rules of the server. Nothing is called, no limit is used up.</p>
        <AddressForm here={here} controls={controls} keepScroll className="mt-2 grid gap-2" key={here.href({})}>
          <FilterSelect name="method" label="Method" defaultValue={method} options={methods} />
          <FilterInput name="path" label="Path" defaultValue={path === "" ? example : path} wide />
          <FilterInput name="referer" label="Referer" defaultValue={referer} placeholder="https://shop.example/search" wide />
          <FilterInput name="address" label="Address" defaultValue={address} placeholder="203.0.113.9" wide />
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

function Outcome({ tried }: { tried: Tried }) {
  if (tried.kind === "not-offered") return <Notice tone="info">This server does not try calls. Send the call itself, with curl.</Notice>;
  if (tried.kind === "failed") return <ErrorPanel title="The call could not be tried." failure={tried.failure} />;
  const { allowed, status, message, route, category, acl, op } = tried.verdict;
  const asks = [route, category && `category ${category}`, acl && `acl ${acl}`, op && `operation ${op}`].filter((part) => part);
  return (
    <>
      <StatusBadge tone={allowed ? "good" : "bad"}>{allowed ? "Allowed" : `Refused with ${status}`}</StatusBadge>
      {message !== "" && <p className="mt-2 rounded bg-bad-soft px-2 py-1 font-mono text-12 text-bad [overflow-wrap:anywhere]">{message}</p>}
      {asks.length > 0 && <p className="mt-2 text-12 text-muted [overflow-wrap:anywhere]">Requires: {asks.join(" · ")}</p>}
    </>
  );
}
