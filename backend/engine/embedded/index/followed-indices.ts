import type { StoreChange } from "../store/changes";
import type { ReadStore } from "../store/read-store";
import { IndexState, readDefinition } from "./index-state";
import { IndexTable, registeredIndices } from "./index-table";

type Row = { definition: string; mapping: string; dropped: number };

/** The indices of a store that another thread writes, as of the last change that was followed. */
export class FollowedIndices extends IndexTable {
  private readonly byNumber = new Map<number, IndexState>();

  constructor(private readonly store: ReadStore) {
    super();
    for (const { number, definition, mapping } of registeredIndices(store.reader))
      this.add(new IndexState(store.index(number), definition, mapping));
  }

  private add(index: IndexState): void {
    this.indices.set(index.name, index);
    this.byNumber.set(index.stored.number, index);
  }

  private drop(number: number): void {
    const index = this.byNumber.get(number);
    this.byNumber.delete(number);
    this.store.forget(number);
    if (index && this.indices.get(index.name) === index) this.indices.delete(index.name);
  }

  /** Takes over what commits changed, all of one moment: an alias that moves is never with none. */
  follow(changes: readonly StoreChange[]): void {
    const numbers = new Set(changes.flatMap((change) => (change.kind === "registry" ? [change.index] : [])));
    if (numbers.size > 0) this.store.reader.atOnce(() => numbers.forEach((number) => this.read(number)));
    this.store.follow(changes);
  }

  private read(number: number): void {
    const row = this.store.reader
      .prepare<Row>("SELECT definition, mapping, dropped FROM registry WHERE number = ?")
      .get(number);
    if (!row || row.dropped > 0) return this.drop(number);
    const definition = readDefinition(row.definition);
    const known = this.byNumber.get(number);
    if (known) return known.follow({ definition, mapping: row.mapping });
    this.add(new IndexState(this.store.index(number), definition, row.mapping));
  }
}
