import { createSession } from "~/sessions.server";
import { consoleRequest, cookiesOf, type Form, testContext } from "./console";
import type { Behind } from "./open-screen";
import { documentOf } from "./parsed";
import { renderedConsole } from "./rendered";

let open: ReturnType<typeof renderedConsole> | undefined;

type At = {
  backend: Behind;
  path: string;
  form?: Form;
  /** Of the same console each time: a `DATA_DIR`. */ env?: Record<string, string>;
};

/** The document that a browser without scripts gets at a path, or in answer to a form. */
export async function documentAt({ backend, path, form, env }: At) {
  open ??= renderedConsole();
  const { url, username, password } = backend;
  const context = testContext({ SEARCH_URL: url, ...env });
  const session = createSession({ request: consoleRequest("/"), context, url, username, password });
  const cookie = cookiesOf(new Headers({ "Set-Cookie": session }));
  // A form is refused where its origin and its host differ.
  const request = consoleRequest(path, { cookie, headers: { Host: "console.test" }, ...(form && { form }) });
  const answer = await (await open)(request, context);
  return documentOf({ html: await answer.text(), url: `http://console.test${path}` });
}
