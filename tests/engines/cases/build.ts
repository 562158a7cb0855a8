import type { Call, Case } from "../types";

type OnIndex = {
  name: string;
  index: string;
  method?: "GET" | "POST";
  path?: string;
  query?: Readonly<Record<string, string>>;
  body?: object | string;
};

/** A case of one call on a fixture's index; a search by POST unless said otherwise. */
export function onIndex({ name, index, method = "POST", path = "_search", query, body }: OnIndex): Case {
  return {
    name,
    calls: [{ method, path: `/${index}/${path}`, ...(query && { query }), ...(body !== undefined && { body }) }],
  };
}

/** The case as one that is known to differ, and why. */
export function differing(one: Case, differs: string): Case {
  return { ...one, differs };
}

/** A line such as `PUT /s-a/_doc/1?refresh=true`, and its body, as a call. */
export function call(line: string, body?: object | string): Call {
  const [method = "", address = ""] = line.split(" ");
  const [path = "", query] = address.split("?");
  if (method !== "GET" && method !== "HEAD" && method !== "POST" && method !== "PUT" && method !== "DELETE")
    throw new Error(`no method in: ${line}`);
  return {
    method,
    path,
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== undefined && { body }),
  };
}

/** Calls in a row on indices of the story's own, whose names begin with `s-`. */
export function story(name: string, ...calls: Call[]): Case {
  return { name, calls };
}

/** The lines of a bulk body. */
export function lines(...objects: object[]): string {
  return objects.map((one) => `${JSON.stringify(one)}\n`).join("");
}
