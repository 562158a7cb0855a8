import { playServer, searchServer } from "./console";

// Our own back end has no functions: they belong to older servers, which cannot be run here. So one is played, by what
// is known of its calls.

export type PlayedFunction = {
  function: { service: string; image: string; envVars: object };
  enabled: boolean;
  order: number;
  trigger: object;
  queryRules: string[];
} & Record<string, unknown>;

/** A function that the rule r1 calls, with secrets in it. */
export const greet = (): PlayedFunction => ({
  function: { service: "greet", image: "example/greet:1", envVars: { apiKey: "hidden" } },
  enabled: true,
  order: 1,
  trigger: { type: "filter", expression: "$query == 'hi'" },
  extraRequestPayload: { lang: "en", token: "hidden" },
  queryRules: ["r1"],
  invocationCount: 12,
  availableReplicas: -1,
});

/** Two functions, `greet` and `other` after it. */
export const someFunctions = () =>
  new Map<string, PlayedFunction>([
    ["greet", greet()],
    [
      "other",
      {
        ...greet(),
        function: { service: "other", image: "", envVars: {} },
        order: 2,
        queryRules: [],
        availableReplicas: 2,
      },
    ],
  ]);

const rule = {
  id: "r1",
  order: 1,
  name: "Hello",
  enabled: true,
  trigger: { type: "always" },
  actions: [{ type: "function", data: "greet" }],
};
const message = (text: string) => ({ body: { message: text } });

/**
 * A server with functions and the rule r1, for `mira` with the password `right`. What it has is in `functions`, which
 * tests may change, as `logs` and `refuses`.
 */
export async function playFunctions() {
  const played = {
    functions: someFunctions(),
    logs: { body: "started\nsaid hello" } as { status?: number; body: string },
    /** The name of a function that takes no changes. */
    refuses: "",
  };
  const rest = searchServer({
    "/_user": { body: { username: "mira", is_admin: true } },
    "/_rules": { body: [rule] },
    "/_rule/r1": { body: rule },
  });
  const server = await playServer((seen) => {
    const { method, path, body } = seen;
    const [, name = "", part] = /^\/_function\/([^/?]+)(\/logs)?/.exec(path) ?? [];
    const found = played.functions.get(name);
    if (path === "/_functions") return { body: [...played.functions.values()].sort((a, b) => a.order - b.order) };
    if (path === "/_functions/health") return message("ok");
    if (method === "PUT" && path === "/_rule/r1") return message("Rule is updated successfully");
    if (method === "DELETE" && path === "/_rule/r1") return message("Rule is deleted successfully");
    if (name === "") return rest(seen);
    if (found === undefined)
      return { status: 404, body: { error: { code: 404, status: "Not Found", message: "no such function" } } };
    if (part !== undefined) return played.logs;
    if (method === "PUT" && name === played.refuses)
      return { status: 500, body: { error: { code: 500, status: "Internal Server Error", message: "no room" } } };
    if (method === "PUT") played.functions.set(name, { ...found, ...(JSON.parse(body) as PlayedFunction) });
    if (method === "DELETE") played.functions.delete(name);
    return method === "GET"
      ? { body: found }
      : method === "POST"
        ? { body: { said: JSON.parse(body) as unknown } }
        : message("done");
  });
  return { ...server, played, behind: { url: server.url, username: "mira", password: "right" } };
}
