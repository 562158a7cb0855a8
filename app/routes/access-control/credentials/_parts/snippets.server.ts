import { patternAdmits } from "@common/text/index-pattern";
import { curlCommand } from "~/lib/data/curl";
import type { Snippet } from "~/lib/search-relevance/snippets/connection";
import { searchSnippets } from "~/lib/search-relevance/snippets/snippets.server";
import type { Credential } from "~/services/access-control/credentials/read.server";
import { listIndexNames } from "~/services/indices/list.server";
import { isOnlyHere, publicAddress } from "~/services/platform/http/public-address.server";
import { settle } from "~/services/platform/http/settle.server";
import { connectionOf } from "~/services/search-relevance/visitors/connection.server";
import type { Scope } from "~/session/scope.server";
import { exampleCall, maySearch } from "./example-call";

/** Ready calls with a credential, and whether their address is reached from its own machine alone. */
export type Snippets = { snippets: Snippet[]; onlyHere: boolean };
export type Secret = { name: string; password: string } & Snippets;

/** What stands for a password that is not shown. */
const PLACEHOLDER = "PASSWORD";
/** The index of examples where the credential may use none that exists. */
const ANY_INDEX = "my-index";

/** An index for examples: the one of the page, else one that the credential names, else the first that it may use. */
export async function exampleIndex(scope: Scope, { indices }: Pick<Credential, "indices">): Promise<string> {
  const named = scope.app ?? indices.find((one) => !one.includes("*"));
  if (named !== undefined) return named;
  const listed = await settle(listIndexNames(scope));
  const admitted = (name: string) => indices.some((pattern) => patternAdmits(pattern, name));
  return (listed.ok ? listed.value.toSorted().find(admitted) : undefined) ?? ANY_INDEX;
}

/** What an application with a credential begins with, with the password where it is given. */
export async function snippetsOf(scope: Scope, credential: Credential, password = PLACEHOLDER): Promise<Snippets> {
  const index = await exampleIndex(scope, credential);
  const url = publicAddress(scope);
  const credentials = `${credential.name}:${password}`;
  const onlyHere = isOnlyHere(url);
  if (maySearch(credential))
    return { snippets: searchSnippets(await connectionOf(scope, { index, credentials })), onlyHere };
  const call = exampleCall(credential, index);
  if (call === null) return { snippets: [], onlyHere };
  const { method, path, body } = call;
  const text = curlCommand({
    method,
    url: `${url}${path}`,
    username: credentials,
    ...(body === undefined ? {} : { headers: [["Content-Type", "application/json"]], body }),
  });
  return {
    snippets: [{ key: "curl", label: "curl", run: "Paste into a shell.", files: [{ name: "", text }] }],
    onlyHere,
  };
}
