import type { ReactNode } from "react";

type ScrollBoxProps = { /** What is in it, read out where it takes the focus. */ label: string; children: ReactNode; className?: string };

/** A box that scrolls what does not fit into it. It takes the keyboard: without that, nobody without a mouse could read the rest. */
export function ScrollBox({ label, children, className = "" }: ScrollBoxProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached
    <div tabIndex={0} role="region" aria-label={label} className={`overflow-auto ${className}`.trimEnd()}>
      {children}
    </div>
  );
}
