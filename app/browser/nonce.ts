import { createContext, useContext } from "react";

// The browser hides nonces from scripts, so on its side the value is empty; hydration does not compare it.
const NonceContext = createContext("");

export const NonceProvider = NonceContext.Provider;

/** The nonce of this page for inline scripts and style sheets; empty in the browser. */
export function useNonce() {
  return useContext(NonceContext);
}
