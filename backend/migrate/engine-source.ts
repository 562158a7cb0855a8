import { isJsonObject, type JsonObject } from "@common/text/json";
import { askJson, pathOf, type Caller } from "./call";
import { settingsOf } from "./definition";
import { findDocuments, readByScroll, readBySequence } from "./engine-documents";
import { presentIn, type Product } from "./target";
import { isSystem, type Page, type Source, type SourceIndex } from "./types";

const objectIn = (holder: JsonObject, key: string): JsonObject => {
  const value = holder[key];
  return isJsonObject(value) ? value : {};
};

/** All documents of an index, in the way that its engine can tell best. */
export function readIndex({
  caller,
  product,
  index,
  from,
}: {
  caller: Caller;
  product: Product;
  index: string;
  from?: number | undefined;
}): AsyncGenerator<Page> {
  return product.name === "embedded" ? readByScroll({ caller, index }) : readBySequence({ caller, index, from });
}

/** The user's indices of a running engine: no system indices, no templates. */
export function engineSource({
  caller,
  product,
  label,
  close,
}: {
  caller: Caller;
  product: Product;
  label: string;
  close: () => Promise<void>;
}): Source {
  async function describe(name: string, open: boolean): Promise<SourceIndex> {
    const { body } = await askJson(caller, { method: "GET", path: pathOf(name) });
    const facts = objectIn(body, name);
    const shape = {
      name,
      settings: settingsOf(objectIn(facts, "settings")),
      mappings: objectIn(facts, "mappings"),
      aliases: objectIn(facts, "aliases"),
    };
    if (!open) return { ...shape, state: "close", documents: 0, bytes: 0 };
    await askJson(caller, { method: "POST", path: `${pathOf(name)}/_refresh` });
    const { body: count } = await askJson(caller, { method: "GET", path: `${pathOf(name)}/_count` });
    const { body: stats } = await askJson(caller, { method: "GET", path: `${pathOf(name)}/_stats/store` });
    const store = objectIn(objectIn(objectIn(stats, "_all"), "primaries"), "store");
    return { ...shape, state: "open", documents: Number(count["count"]), bytes: Number(store["size_in_bytes"] ?? 0) };
  }

  async function indices(): Promise<SourceIndex[]> {
    const present = await presentIn(caller, () => false);
    const names = [...present.indices].filter(([name]) => !isSystem(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    const described: SourceIndex[] = [];
    for (const [name, { open }] of names) described.push(await describe(name, open));
    return described;
  }

  return {
    id: product.id,
    label,
    readsClosed: false,
    indices,
    templates: () => Promise.resolve([]),
    read: ({ index, from, signal }) => readIndex({ caller: { ...caller, signal }, product, index, from }),
    find: (index, ids) => findDocuments({ caller, index, ids }),
    close,
  };
}
