import type { AppLoadContext } from "@remix-run/node";
import { buildRoutes } from "../../../routes.js";
import { consoleRequest, cookiesOf, type Form } from "../../setup/console";
import type { renderedConsole } from "../../setup/rendered";

type Open = Awaited<ReturnType<typeof renderedConsole>>;

/**
 * A browser without scripts at a console that is rendered in this process: keeps its cookies, follows no redirect.
 * `context` may be changed between calls.
 */
export function browserAt({
  open,
  context,
  jar = new Map(),
}: {
  open: Open;
  context: AppLoadContext;
  jar?: Map<string, string>;
}) {
  const browser = {
    context,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    session: () => jar.get("sd_session") ?? "",
    /** Puts a cookie in, as somebody else might have before. */
    plant: (value: string, name = "sd_session") => void jar.set(name, value),
    async ask(
      path: string,
      { form, headers = {}, method }: { form?: Form; headers?: Record<string, string>; method?: "HEAD" } = {},
    ) {
      const here = { ...browser.context, requestId: `hostile-${Math.random().toString(36).slice(2)}` };
      // Remix compares Origin with it.
      const all = { Host: "console.test", ...headers };
      const request = consoleRequest(path, { cookie: browser.cookie(), ...(form ? { form } : {}), headers: all });
      const answer = await open(method ? new Request(request, { method }) : request, here);
      for (const header of answer.headers.getSetCookie()) {
        const [pair = ""] = header.split(";");
        const name = pair.slice(0, pair.indexOf("="));
        if (/Max-Age=0/.test(header)) jar.delete(name);
        else jar.set(name, cookiesOf(new Headers({ "Set-Cookie": header })).slice(name.length + 1));
      }
      // A stream of events has no end.
      const endless = (answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream");
      if (endless) await answer.body?.cancel();
      return {
        status: answer.status,
        location: answer.headers.get("Location") ?? "",
        headers: answer.headers,
        text: endless ? "" : await answer.text(),
      };
    },
  };
  return browser;
}
export type Browser = ReturnType<typeof browserAt>;

/** Every address of routes.js with its own parameters still in it. */
export function patterns(): { id: string; pattern: string; file: string }[] {
  const routes = buildRoutes();
  const full = ({ path = "", parentId }: { path?: string; parentId: string }): string =>
    `${parentId === "root" ? "" : full(routes[parentId]!)}${path === "" ? "" : `/${path}`}`;
  return Object.values(routes).map((route) => ({ id: route.id, pattern: full(route) || "/", file: route.file }));
}
