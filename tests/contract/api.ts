import * as z from "zod";
import { fetchAsIs } from "../replay/fetch-as-is";
import { startTarget } from "../replay/target";

/** A back end that runs already and whose data may be lost; the embedded engine on a free port otherwise. */
const URL_GIVEN = process.env["CONTRACT_URL"];
const USERNAME = process.env["CONTRACT_USERNAME"] ?? "foo";
const PASSWORD = process.env["CONTRACT_PASSWORD"] ?? "bar";

export type Reply = { status: number; headers: Record<string, string>; text: string; body: unknown };
type More = { headers?: Record<string, string>; as?: string | null };
/**
 * Calls of one back end. `call` signs in as the admin unless `as` names another `Authorization` header, or null for
 * none.
 */
export type Api = {
  url: string;
  call: (method: string, path: string, body?: unknown, more?: More) => Promise<Reply>;
  /** Makes a credential and gives its `Authorization` header. */
  credential: (fields: Record<string, unknown>) => Promise<string>;
  close: () => Promise<void>;
};

const CredentialSchema = z.object({ username: z.string(), password: z.string() });

/** An `Authorization` header. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Opens the back end under test. */
export async function openApi(): Promise<Api> {
  const target =
    URL_GIVEN === undefined ? await startTarget() : { url: URL_GIVEN.replace(/\/$/, ""), close: async () => undefined };
  const admin = basic(USERNAME, PASSWORD);

  const call: Api["call"] = async (method, path, body, { headers = {}, as = admin } = {}) => {
    const text = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const answer = await fetchAsIs(`${target.url}${path}`, {
      method,
      headers: {
        ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        ...(as === null ? {} : { Authorization: as }),
        ...headers,
      },
      body: text,
    });
    return { status: answer.status, headers: answer.headers, text: answer.body, body: parsed(answer.body) };
  };

  return {
    url: target.url,
    call,
    credential: async (fields) => {
      const made = CredentialSchema.parse((await call("POST", "/_permission", fields)).body);
      return basic(made.username, made.password);
    },
    close: target.close,
  };
}

/** Makes an index anew with three pairs of shoes in it. */
export async function makeShoes(api: Api, index: string): Promise<void> {
  const properties = {
    name: { type: "text" },
    brand: { type: "keyword" },
    price: { type: "float" },
    place: { type: "geo_point" },
    made: { type: "date" },
  };
  await api.call("DELETE", `/${index}`);
  const made = await api.call("PUT", `/${index}`, { mappings: { properties } });
  if (made.status !== 200) throw new Error(`index ${index} not made: ${made.text}`);
  const rows = [
    { name: "Snow boot", brand: "acme", price: 90, place: "48.1,11.5", made: "2024-01-01" },
    { name: "Rain boot", brand: "other", price: 60, place: "52.5,13.4", made: "2024-02-01" },
    { name: "Sandal", brand: "acme", price: 30, place: "41.9,12.5", made: "2024-03-01" },
  ];
  await api.call(
    "POST",
    `/${index}/_bulk?refresh=true`,
    rows.map((row, place) => `{"index":{"_id":"${place + 1}"}}\n${JSON.stringify(row)}\n`).join(""),
  );
}

/**
 * A path to be called once everything written to `index` can be found; for contracts and tests that search what others
 * wrote just before.
 */
export function afterRefresh(index: string, path: string): (api: Api) => Promise<string> {
  return async (api) => {
    await api.call("POST", `/${index}/_refresh`);
    return path;
  };
}
