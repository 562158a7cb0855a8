import { callMessages } from "~/lib/messages/call-messages";
import { address, oneOf } from "~/lib/address";
import { codeHtml } from "~/lib/json/code-html";
import { CopyButton } from "./copy-button";
import { useAddress } from "../filter/use-address";
import { PlainLink } from "../plain-link";
import { ScrollBox } from "../table/scroll-box";

const wrapping = address({ wrap: oneOf(["off"], { part: "look" }) });

type CodeBlockProps = {
  /** What it is: "Request", "Response". Read out, and shown when there is a bar. */
  label: string;
  text: string;
  lineNumbers?: boolean;
  /** Where the bare text is, for readers without scripts. */
  rawHref?: string;
  /** Offers the switch `?wrap=off` in the page's address. */
  wrapSwitch?: boolean;
};

/** Code or JSON as text, JSON in colours: line numbers, wrapping, a copy button with scripts and a raw link without. */
export function CodeBlock({ label, text, lineNumbers = false, rawHref, wrapSwitch = false }: CodeBlockProps) {
  const here = useAddress(wrapping);
  const wrap = here.state.wrap !== "off";
  const flow = wrap ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre";
  return (
    <figure className="min-w-0 rounded border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line px-3 py-1 text-12 text-muted">
        <span>{label}</span>
        <span className="flex items-center gap-3">
          {wrapSwitch && (
            <PlainLink to={here.href({ wrap: wrap ? "off" : undefined })} keepScroll className="link">
              {wrap ? "Do not wrap" : "Wrap"}
            </PlainLink>
          )}
          {rawHref !== undefined && (
            <a href={rawHref} className="link">
              Raw
            </a>
          )}
          <CopyButton text={text} failed={callMessages.requestNotCopied} />
        </span>
      </figcaption>
      <ScrollBox
        label={label}
        pre
        html={codeHtml(text, { numbered: lineNumbers })}
        className={`code p-3 font-mono text-code ${flow}`}
      />
    </figure>
  );
}
