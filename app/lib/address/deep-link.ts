import { addressOn } from "@common/http/addresses";
import { withoutSecrets } from "~/lib/address/address-secrets";

/**
 * Parameters that fill the sign-in form or steer the frame (specification, section 2); they are not part of the page
 * they stand on.
 */
export const signInParameters = ["url", "cluster", "username", "password", "email"];

/** Stands for wherever the console is reached. */
const HERE = "http://console.invalid";

/**
 * A path of this console that is safe to be led to, as it was understood, passwords taken out; `/` where the text leads
 * elsewhere.
 */
export function safePath(path: string | null | undefined) {
  const url = path ? addressOn(HERE, path) : null;
  return url ? withoutSecrets(`${url.pathname}${url.search}${url.hash}`) : "/";
}

/**
 * The address of the sign-in page that leads back to `page`: sign-in parameters move over to the form, the rest stays
 * with the page. A password moves along, to be used at once; where the result is an address to be led to, it is taken
 * out there.
 */
export function loginPath(page: URL) {
  const parameters = new URLSearchParams();
  const rest = new URLSearchParams(page.searchParams);
  for (const name of signInParameters) {
    const value = page.searchParams.get(name);
    if (value !== null) parameters.set(name, value);
    rest.delete(name);
  }
  rest.delete("_routes");
  // Where the router asks for data the address is another one than the page's.
  const path = page.pathname === "/_root.data" ? "/" : page.pathname.replace(/\.data$/, "");
  const query = rest.toString();
  const target = withoutSecrets(`${path}${query === "" ? "" : `?${query}`}`);
  if (target !== "/" && target !== "/cluster") parameters.set("redirectTo", target);
  const text = parameters.toString();
  return `/login${text === "" ? "" : `?${text}`}`;
}
