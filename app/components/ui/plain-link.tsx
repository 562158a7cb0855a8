import { useNavigate } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";
import { useEffect } from "react";

type PlainLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A path from the root, or `?…` for the same page; anything relative needs Remix's `Link`. */
  to: string;
  /** The browser loads the page itself: files, and pages that change what scripts there are. */
  reload?: boolean;
  /** Stays where it is scrolled to: sorting and paging a table. */
  keepScroll?: boolean;
};

/**
 * A link for lists, where there are many: only an `<a>`. Remix's `Link` takes twenty times as long to render on the
 * server, for what one listener of the page (`usePlainLinks`) does as well.
 */
export function PlainLink({ to, reload = false, keepScroll = false, children, ...rest }: PlainLinkProps) {
  return (
    <a href={to} data-go={reload ? undefined : keepScroll ? "keep" : ""} {...rest}>
      {children}
    </a>
  );
}

/**
 * Lets the router follow plain links, and links in what is marked as they are, as it does its own. Once on a page, in its
 * frame.
 */
export function usePlainLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      // Anything but a plain click is the browser's: a new tab, a new window, a download.
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const marked = link?.closest<HTMLElement>("[data-go]");
      if (!link || !marked || link.origin !== window.location.origin) return;
      event.preventDefault();
      const { pathname, search, hash } = link;
      navigate(
        { pathname, search, hash },
        { preventScrollReset: marked.dataset["go"] === "keep", replace: link.href === window.location.href },
      );
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}
