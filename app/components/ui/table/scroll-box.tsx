import type { ReactNode } from "react";

type ScrollBoxProps = {
  /** Read out: what is in it. */ label: string;
  className?: string;
  pre?: boolean;
  html?: string;
  children?: ReactNode;
};

/**
 * A box that may scroll: it takes the keyboard and has a name. `pre` keeps spaces and lines; `html` is what `codeHtml`
 * made.
 */
export function ScrollBox({ label, className = "", pre = false, html, children }: ScrollBoxProps) {
  const props = { tabIndex: 0, role: "region", "aria-label": label, className: `overflow-x-auto ${className}` };
  const inner = html === undefined ? { children } : { dangerouslySetInnerHTML: { __html: html } };
  return pre ? <pre {...props} {...inner} /> : <div {...props} {...inner} />;
}
