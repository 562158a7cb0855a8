import { withoutEndpointsIn } from "@common/http/endpoint-queries";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { MASK, maskSecrets, maskWords } from "@common/secrets/mask";
import { isSecretName } from "@common/secrets/names";

// What analytics keep of a search holds no secret.

type Filter = { key: string; value: string };

/** A filter as it is kept. */
export function keptFilter({ key, value }: Filter): Filter {
  return { key, value: isSecretName(key) ? MASK : maskWords(value) };
}

/**
 * A search's request as it is kept. Clients and the console begin other searches with it: it names no endpoint, nor the
 * headers that one is called with.
 */
export function keptState(state: string | undefined): string | undefined {
  return state === undefined ? undefined : maskSecrets(withoutEndpointsIn(state).text ?? "");
}

// Of sums it has more members.
function maskedFilter(filter: JsonValue): JsonValue {
  if (!isJsonObject(filter)) return filter;
  const { key, value } = filter;
  return typeof key === "string" && typeof value === "string" ? { ...filter, ...keptFilter({ key, value }) } : filter;
}

/**
 * A stored record of a search, or of sums, as it would be kept now, without secrets. One that has none stays as it is.
 */
export function maskedSearch(record: JsonObject): JsonObject {
  const { search_state: state, search_filters: filters } = record;
  return {
    ...record,
    ...(typeof state === "string" ? { search_state: keptState(state) ?? "" } : {}),
    ...(Array.isArray(filters) ? { search_filters: filters.map(maskedFilter) } : {}),
  };
}
