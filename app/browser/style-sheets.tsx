import { cssBundleHref } from "@remix-run/css-bundle";
import { createContext, useContext, useEffect } from "react";
import { useNonce } from "./nonce";
import styles from "../tailwind.css";

/** The addresses of the console's style sheets; they carry a hash of what is in them. */
export const styleSheets: readonly string[] = [styles, ...(cssBundleHref === undefined ? [] : [cssBundleHref])];

const TextContext = createContext<string | null>(null);

/** Gives a page the text of the style sheets, on the server. */
export const StyleTextProvider = TextContext.Provider;

// Read once: what a page came with stays in it, whatever the next one would come with.
const inPage =
  typeof document === "undefined" ? null : (document.querySelector("style[data-sheets]")?.textContent ?? null);

/** The text of the style sheets where this page carries it; null where it links to them. */
function useStyleText(): string | null {
  const given = useContext(TextContext);
  return typeof document === "undefined" ? given : inPage;
}

/**
 * Loads the style sheets of a page that came with their text: the next page links to them, and finds them in the
 * browser's cache.
 */
function keepStyleSheets() {
  if (inPage === null) return;
  const load = () => {
    for (const href of styleSheets) {
      // One that fits no medium comes after everything else and changes nothing.
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "stylesheet", media: "not all", href }),
      );
    }
  };
  if ("requestIdleCallback" in window) window.requestIdleCallback(load, { timeout: 10_000 });
  else setTimeout(load, 2_000);
}

/** Links to the style sheets; their text on the first page of a browser. */
export function Styles() {
  const nonce = useNonce();
  const text = useStyleText();
  useEffect(keepStyleSheets, []);
  if (text === null) return styleSheets.map((href) => <link key={href} rel="stylesheet" href={href} />);
  return <style data-sheets="" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
