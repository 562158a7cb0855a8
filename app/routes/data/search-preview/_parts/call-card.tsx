import { useSearchParams } from "@remix-run/react";
import { CodeBlock, ErrorPanel, Tabs } from "~/components/kit";
import { withParams } from "~/lib/search-params";
import type { CallText } from "./call-text.server";
import { type CallTab, callTabs } from "./params";

const names: Record<CallTab, string> = { request: "Request", response: "Response", translated: "Translated query", curl: "curl" };

/** The call behind the page: what was sent, what came, what the engine was asked, and how to do the same by hand. */
export function CallCard({ tab, call }: { tab: CallTab; call: CallText }) {
  const [params] = useSearchParams();
  return (
    <section aria-labelledby="the-call" id="call" className="mt-8 scroll-mt-4">
      <h2 id="the-call" className="text-16 font-bold">
        The call
      </h2>
      <Tabs
        label="The call"
        tabs={callTabs.map((name) => ({
          to: `${withParams(params, { call: name === "request" ? null : name })}#call`,
          label: names[name],
          current: name === tab,
        }))}
      />
      <div className="mt-4 [&_pre]:max-h-[36rem]">
        {call.ok ? (
          <>
            <CodeBlock label={names[tab]} text={call.text} lineNumbers={tab !== "curl"} />
            {tab === "curl" && <p className="mt-1 text-13 text-muted">curl asks for the password.</p>}
            {call.cut && <p className="mt-1 text-13 text-muted">Cut after 200,000 characters. The curl command gives the whole answer.</p>}
          </>
        ) : (
          <ErrorPanel title={tab === "translated" ? "The query could not be translated." : "There is no answer to show."} failure={call.failure} />
        )}
      </div>
    </section>
  );
}
