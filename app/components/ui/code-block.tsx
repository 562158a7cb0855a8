import { Link, useSearchParams } from "@remix-run/react";
import { withParams } from "~/lib/search-params";
import { CopyButton } from "./copy-button";

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

/** A long text goes without numbers: each line of them is three elements. */
const MOST_NUMBERED = 1500;

/** Code or JSON as text: line numbers, wrapping, a copy button with scripts and a raw link without. */
export function CodeBlock({ label, text, lineNumbers = false, rawHref, wrapSwitch = false }: CodeBlockProps) {
  const [params] = useSearchParams();
  const wrap = params.get("wrap") !== "off";
  const lines = text.split("\n");
  const flow = wrap ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre";
  return (
    <figure className="min-w-0 rounded border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line px-3 py-1 text-12 text-muted">
        <span>{label}</span>
        <span className="flex items-center gap-3">
          {wrapSwitch && (
            <Link to={withParams(params, { wrap: wrap ? "off" : null })} preventScrollReset className="link">
              {wrap ? "Do not wrap" : "Wrap"}
            </Link>
          )}
          {rawHref !== undefined && (
            <a href={rawHref} className="link">
              Raw
            </a>
          )}
          <CopyButton text={text} />
        </span>
      </figcaption>
      {/* A scrolling box must take the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label} className={`overflow-x-auto p-3 font-mono text-code ${flow}`}>
        {lineNumbers && lines.length <= MOST_NUMBERED ? (
          lines.map((line, at) => <NumberedLine key={at} number={at + 1} width={String(lines.length).length} text={line} />)
        ) : (
          <code>{text}</code>
        )}
      </pre>
    </figure>
  );
}

function NumberedLine({ number, width, text }: { number: number; width: number; text: string }) {
  return (
    <span className="flex">
      <span aria-hidden="true" className="mr-3 shrink-0 select-none text-right text-faint" style={{ width: `${width}ch` }}>
        {number}
      </span>
      <code className="min-w-0">{text === "" ? " " : text}</code>
    </span>
  );
}
