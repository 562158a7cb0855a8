import type { Check } from "../check";

const wanted: Record<string, readonly number[]> = {
  page: [200],
  plain: [200, 302],
  chooser: [200],
  redirect: [302],
  // Billing stands under its bare address too.
  alias: [302, 200],
  "not-found": [404],
};

/** Pages that stand where something was begun, and else lead to where it begins. */
const LEADS_ON =
  /\/second-factor\/(set-up|codes|new-codes|replace|off)$|\/(add|end)-share$|\/billing\/(subscribe|payment|cancel|usage)$|\/search-preview\/save$|\/jobs\/[^/]+$/;

/** On a server that works each address answers as its kind does. */
export const status: Check = {
  says: "answers as its kind does",
  in: ({ server, who }) => who === "admin" && ["sound", "read-only", "hostile"].includes(server),
  look: ({ status: given, kind, headers, html, path }, { server }) => {
    // Between texts that lie some pages say that they cannot be read, or lead to where there is something.
    const others = server === "hostile" ? [302, 404, 502] : [];
    // What an address says and a screen does not know is left out.
    if (given === 302 && path.includes("?") && path.startsWith(headers.get("Location") ?? "-")) return [];
    if (given === 302 && LEADS_ON.test(path.replace(/\?.*/, ""))) return [];
    if ([...(wanted[kind] ?? []), ...others].includes(given)) return [];
    return [`${kind} led to ${headers.get("Location") ?? /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? ""}`];
  },
};
