/** Parameters that fill the sign-in form or steer the frame (specification, section 2); they are not part of the page they stand on. */
export const signInParameters = ["url", "cluster", "username", "password", "email"];

/** A path of this console that is safe to be led to: one slash at the start, no host, no backslash; `/` otherwise. */
export function safePath(path: string | null | undefined) {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u001f]/.test(path)) return "/";
  return path;
}

/** The address of the sign-in page that leads back to `page`: sign-in parameters move over to the form, the rest stays with the page. */
export function loginPath(page: URL) {
  const parameters = new URLSearchParams();
  const rest = new URLSearchParams(page.searchParams);
  for (const name of signInParameters) {
    const value = page.searchParams.get(name);
    if (value !== null) parameters.set(name, value);
    rest.delete(name);
  }
  rest.delete("_routes");
  const path = page.pathname;
  const query = rest.toString();
  const target = `${path}${query === "" ? "" : `?${query}`}`;
  if (target !== "/" && target !== "/cluster") parameters.set("redirectTo", target);
  const text = parameters.toString();
  return `/login${text === "" ? "" : `?${text}`}`;
}
