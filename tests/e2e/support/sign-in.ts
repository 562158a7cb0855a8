import type { Page } from "playwright-core";
import type { Product } from "./product";
import { visit } from "./visit";

/** Signs in through the form and waits for the page after it. `at` is a deep link to begin from. */
export async function signIn({
  page,
  product,
  at = "/login",
}: {
  page: Page;
  product: Product;
  at?: string;
}): Promise<void> {
  await visit(page, at);
  await page.getByLabel("User name").fill(product.username);
  await page.getByLabel("Password").fill(product.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
}

/** The session cookie of a fresh sign-in as a header, for requests without a browser. */
export async function sessionCookie(product: Product): Promise<string> {
  const answer = await fetch(`${product.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: product.url },
    body: new URLSearchParams({
      intent: "sign-in",
      url: product.backendUrl,
      username: product.username,
      password: product.password,
      redirectTo: "/",
    }),
  });
  if (answer.status !== 302)
    throw new Error(`sign-in answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Opens a GET page of the console as a browser without cookies of its own would, with the given ones. */
export function open({
  product,
  path,
  cookie = "",
  headers = {},
}: {
  product: Product;
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
}) {
  return fetch(`${product.url}${path}`, {
    redirect: "manual",
    headers: { Cookie: cookie, Accept: "text/html", ...headers },
  });
}
