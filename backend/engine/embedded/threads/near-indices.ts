import { IndexState, readDefinition } from "../index/index-state";
import { IndexTable } from "../index/index-table";
import type { ReadStore } from "../store/read-store";

type Row = { name: string; definition: string; dropped: number };

/** How often names that are not known are looked for, in ms: it reads a row for each index there is. */
const LOOK_EVERY_MS = 500;

/**
 * Indices by their own names, each as the file has it at the moment it is asked for: nobody has to tell what changes.
 */
export class NearIndices extends IndexTable {
  private numbers = new Map<string, number>();
  private readonly texts = new WeakMap<IndexState, string>();
  private lookedAt = -Infinity;

  constructor(private readonly store: ReadStore) {
    super();
  }

  /**
   * The open index of a name. Undefined for an alias and whatever else is no such name; also, for half a second, where
   * the index is new.
   */
  named(name: string): IndexState | undefined {
    return this.read(name) ?? (this.look() ? this.read(name) : undefined);
  }

  private read(name: string): IndexState | undefined {
    const number = this.numbers.get(name);
    if (number === undefined) return undefined;
    const row = this.store.reader
      .prepare<Row>("SELECT name, definition, dropped FROM registry WHERE number = ?")
      .get(number);
    if (!row || row.dropped > 0 || row.name !== name) return this.forget(name, number);
    const known = this.indices.get(name);
    const index = known && this.texts.get(known) === row.definition ? known : this.keep(number, row);
    return index.state === "open" ? index : undefined;
  }

  private keep(number: number, { name, definition }: Row): IndexState {
    // What is asked here needs no mapping.
    const index = new IndexState(this.store.index(number), readDefinition(definition), "{}");
    this.indices.set(name, index);
    this.texts.set(index, definition);
    return index;
  }

  private forget(name: string, number: number): undefined {
    this.numbers.delete(name);
    this.indices.delete(name);
    this.store.forget(number);
  }

  private look(): boolean {
    if (performance.now() - this.lookedAt < LOOK_EVERY_MS) return false;
    const rows = this.store.reader
      .prepare<{ number: number; name: string }>("SELECT number, name FROM registry WHERE dropped = 0")
      .all();
    this.numbers = new Map(rows.map(({ number, name }) => [name, number]));
    this.lookedAt = performance.now();
    return true;
  }
}
