import { sampleIndex, sampleQuery, sampleTemplate, sampleUser } from "../../e2e/support/screens";
import type { openGate } from "../backend";
import { sampleCredential } from "../seeds/credential";
import { addresses, everything } from "./payloads";

// What a server that means harm answers: as our own does, but for each text that it could choose.

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Words that say what kind of thing an answer is: changed, the page would show an error and nothing else. */
const kept =
  /^(_index|_id|_scroll_id|pit_id|status|health|type|kind|number|relation|cluster_uuid|uuid|tier|backend|id|index|node)$/;
const plain = /^(true|false|-?\d[\d.,:%a-z-]*|\d{4}-\d\d-\d\dT.*|[a-f0-9-]{36}|)$/;

/**
 * `markup` puts all payloads behind each text, `addresses` an address that is none in its place; `both` does one to
 * some texts and the other to others.
 */
export type Lie = "markup" | "addresses" | "both";

function hostile(text: string, lie: Lie): string {
  const sum = [...text].reduce((all, sign) => all + sign.charCodeAt(0), 0);
  const address = lie === "addresses" || (lie === "both" && sum % 3 === 0);
  return address ? (addresses[sum % addresses.length] ?? "") : `${text}${everything}`;
}

const isRecord = (value: Json): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The tests' own things: pages about them are to open. */
const names = [
  sampleIndex,
  sampleQuery,
  sampleTemplate.name,
  sampleUser.username,
  sampleCredential,
  "sweep-log",
  "admin",
];

/** Every text of it, and every name, whatever it says. */
function whole(value: Json, lie: Lie): Json {
  if (typeof value === "string") return plain.test(value) ? value : hostile(value, lie);
  if (Array.isArray(value)) return value.map((one) => whole(one, lie));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, kept.test(key) ? one : whole(one, lie)]));
  return value;
}

/**
 * An answer with a hostile twin beside each thing of a list or map, and payloads in each text that stands alone. The
 * things of before are still there, so that pages about them open.
 */
function lieAbout(value: Json, lie: Lie): Json {
  const again = (one: Json) => lieAbout(one, lie);
  if (typeof value === "string") return plain.test(value) || names.includes(value) ? value : hostile(value, lie);
  if (Array.isArray(value))
    return value.length === 0
      ? value
      : [...value.map((one) => (typeof one === "string" ? one : again(one))), whole(value[0]!, lie)];
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, one]): [string, Json] => [key, kept.test(key) ? one : again(one)]);
  // A map is told by a name of ours in it: what stands beside it is named by somebody too.
  const [twin] = entries.filter(([key]) => names.includes(key));
  return Object.fromEntries(twin ? [...entries, [hostile(twin[0], lie), whole(twin[1], lie)]] : entries);
}

type Decision = Parameters<Awaited<ReturnType<typeof openGate>>["decide"]>[0];

/** What a gate in front of a back end decides: its answer, lied about where it is JSON. */
export function lyingAnswer({ backend, lie }: { backend: string; lie: Lie }): Decision {
  return async (path, _bulk, { method = "GET", headers }, body) => {
    const sent = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        typeof value === "string" && name !== "content-length" ? [[name, value]] : [],
      ),
    );
    const answer = await fetch(`${backend}${path}`, { method, headers: sent, ...(body === "" ? {} : { body }) });
    const text = await answer.text();
    const type = answer.headers.get("Content-Type") ?? "text/plain";
    const lied = text !== "" && type.includes("json") ? JSON.stringify(lieAbout(JSON.parse(text) as Json, lie)) : text;
    return { status: answer.status, headers: { "Content-Type": type }, body: lied };
  };
}
