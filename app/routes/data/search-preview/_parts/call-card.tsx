import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Tabs } from "~/components/ui/page/tabs";
import { CodeBlock } from "~/components/ui/request/code-block";
import { type CallTab, callTabs } from "../../_parts/search/params";
import type { PreviewHere } from "../../_parts/search/preview-address";
import type { CallText } from "./call-text.server";

const names: Record<CallTab, string> = {
  request: "Request",
  response: "Response",
  translated: "Translated query",
  curl: "curl",
};

/**
 * The call behind the page: what was sent, what came, what the engine was asked, and how to do the same by hand. Open
 * where the address names a tab.
 */
export function CallCard({ here, call }: { here: PreviewHere; call: CallText }) {
  const tab = here.state.call || "request";
  return (
    <section aria-labelledby="api-request" id="call" className="mt-6 scroll-mt-4">
      <details key={here.state.call} open={here.state.call !== ""} className="rounded border border-line">
        <summary className="flex min-h-[40px] items-center gap-2 rounded px-3.5">
          <span aria-hidden="true" className="chevron" />
          <h2 id="api-request" className="text-14 font-bold">
            API request
          </h2>
        </summary>
        <div className="border-t border-line px-3.5 pb-3.5">
          <Tabs
            label="API request"
            tabs={callTabs.map((name) => ({
              to: `${here.href({ call: name })}#call`,
              label: names[name],
              current: name === tab,
            }))}
          />
          <div className="mt-4 [&_pre]:max-h-[36rem]">
            {call.ok ? (
              <>
                <CodeBlock label={names[tab]} text={call.text} lineNumbers={tab !== "curl"} />
                {tab === "curl" && <p className="mt-1 text-13 text-muted">curl asks for the password.</p>}
                {call.cut && (
                  <p className="mt-1 text-13 text-muted">
                    Cut after 100,000 characters. The curl command returns the whole response.
                  </p>
                )}
              </>
            ) : (
              <ErrorPanel
                title={tab === "translated" ? "The query could not be translated." : "There is no response to show."}
                failure={call.failure}
              />
            )}
          </div>
        </div>
      </details>
    </section>
  );
}
