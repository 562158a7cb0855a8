import type { JsonValue } from "@common/text/json";
import { illegalArgument } from "../../errors";
import type { InnerHitsNode } from "../types";

type Read = (body: JsonValue) => Omit<InnerHitsNode, "name"> & { name: string | undefined };

let read: Read = () => {
  throw illegalArgument("[inner_hits] is not supported by this engine");
};

/** Sets who reads `inner_hits`: to show hits is the search's, which stands on queries. */
export function registerInnerHits(reader: Read): void {
  read = reader;
}

/** Reads the `inner_hits` of a query; those without a name have the one that is given. */
export function readInnerHits(body: JsonValue, otherwise: string): InnerHitsNode {
  const list = read(body);
  return { ...list, name: list.name ?? otherwise };
}
