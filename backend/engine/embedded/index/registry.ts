import type { JsonObject } from "@common/text/json";
import { parseJson, stringifyJson } from "@common/text/json";
import { diskFull, EngineError, illegalArgument, indexNotFound } from "../errors";
import { contentOf } from "../store/build/content";
import type { Store, WriteTransaction } from "../store/store";
import type { AliasAction } from "./aliases";
import { aliasesMissing } from "./aliases";
import { asksHidden, defineIndex } from "./create";
import { resolveDateMath } from "./date-math";
import type { NameOptions } from "./expressions";
import { IndexTable, registeredIndices } from "./index-table";
import type { IndexDefinition } from "./index-state";
import { analysisOf, IndexState, mappingOf, writeDefinition } from "./index-state";
import { fits } from "@common/text/glob";
import { requireAliasName } from "./names";
import { expandReplicas, isDynamic, isFinal, requireSetting } from "./settings";
import { TemplateStore } from "./templates/store";
import { NO_PARTS, type IndexParts } from "./templates/types";
import type { AliasDefinition } from "./types";

export { requireIndex } from "./index-table";

/** Settings that say what may be done to an index can be changed whatever they say now. */
const BLOCKS = "index.blocks.";

/** All indices and templates of an engine, kept in its store. Every change is durable when its promise resolves. */
export class Registry extends IndexTable {
  readonly templates: TemplateStore;
  private lastNumber: number;

  /** `usesReserve`: indices of records so small and so needed that the disk's reserve is there for them. */
  constructor(
    private readonly store: Store,
    private readonly usesReserve: (name: string) => boolean = () => false,
  ) {
    super();
    for (const { number, definition, mapping } of registeredIndices(store.writer)) {
      this.indices.set(definition.name, new IndexState(store.index(number), definition, mapping));
    }
    this.lastNumber =
      store.writer.prepare<{ value: number | null }>("SELECT max(number) AS value FROM registry").get()?.value ?? 0;
    this.templates = new TemplateStore(store);
  }

  /** True while an index takes no writes because its disk is nearly full. */
  isBlocked(name: string): boolean {
    return this.store.room.look().isLow && !this.usesReserve(name);
  }

  /**
   * Throws 429 `cluster_block_exception` where nothing may be written to an index: the disk is nearly full, or its
   * settings say so.
   */
  requireWritable(name: string, index = this.indices.get(name)): void {
    if (this.isBlocked(name) || index?.settings.get("index.blocks.read_only_allow_delete") === "true")
      throw diskFull(name);
  }

  /**
   * Throws the same where a transaction with so many bytes of sources in memory would eat into what is kept for SQLite
   * itself.
   */
  requireRoomFor(name: string, pending: number): void {
    if (!this.store.room.mayGoOn(pending)) throw diskFull(name);
  }

  /** Makes an index from the templates that fit its name and a request. Returns its name, date maths resolved. */
  async create(expression: string, request: IndexParts = NO_PARTS): Promise<string> {
    const name = resolveDateMath(expression);
    return this.store.write((transaction) => {
      this.requireWritable(name);
      const { definition, mapping } = defineIndex({
        name,
        templates: this.templates.partsFor({ name, hidden: asksHidden(request) }),
        request,
      });
      const known = this.indices.get(name);
      if (known) {
        throw new EngineError(
          400,
          "resource_already_exists_exception",
          `index [${name}/${known.uuid}] already exists`,
          {
            details: { index: name, index_uuid: known.uuid },
          },
        );
      }
      if (this.all().some((index) => index.aliases.has(name))) {
        throw new EngineError(
          400,
          "invalid_index_name_exception",
          `Invalid index name [${name}], already exists as alias`,
          {
            details: { index: name, index_uuid: "_na_" },
          },
        );
      }
      for (const alias of definition.aliases.keys())
        this.requireAlias(alias, name, definition.aliases.get(alias) ?? {});
      const number = ++this.lastNumber;
      const text = stringifyJson(mapping);
      transaction.database
        .prepare("INSERT INTO registry (number, name, definition, mapping) VALUES (?, ?, ?, ?)")
        .run(number, name, writeDefinition(definition), text);
      this.onCommit(transaction, number, () =>
        this.indices.set(name, new IndexState(this.store.index(number), definition, text)),
      );
      return name;
    });
  }

  /** Makes an index for a first document unless someone was quicker. */
  async createFor(expression: string): Promise<void> {
    try {
      await this.create(expression);
    } catch (error) {
      if (!(error instanceof EngineError) || error.type !== "resource_already_exists_exception") throw error;
    }
  }

  /**
   * Does `work` in the tick of the commit, and tells those who read by connections of their own that the index's row
   * changed.
   */
  private onCommit(transaction: WriteTransaction, index: number, work: () => void): void {
    transaction.onCommit(() => {
      work();
      this.store.changes.note(() => ({ kind: "registry", index }));
    });
  }

  async delete(indices: readonly IndexState[]): Promise<void> {
    await this.store.writeToMakeRoom((transaction) => indices.forEach((index) => this.drop(transaction, index)));
  }

  private drop(transaction: WriteTransaction, index: IndexState): void {
    transaction.database
      .prepare("UPDATE registry SET dropped = ? WHERE number = ?")
      .run(Date.now(), index.stored.number);
    this.onCommit(transaction, index.stored.number, () => {
      if (this.indices.get(index.name) === index) this.indices.delete(index.name);
      this.store.forget(index.stored);
    });
  }

  async setState(indices: readonly IndexState[], state: "open" | "close"): Promise<void> {
    for (const index of indices) this.requireWritable(index.name);
    await this.store.write((transaction) =>
      indices.forEach((index) => this.redefine(transaction, index, { ...index.definition, state })),
    );
  }

  private redefine(transaction: WriteTransaction, index: IndexState, definition: IndexDefinition): void {
    transaction.database
      .prepare("UPDATE registry SET definition = ? WHERE number = ?")
      .run(writeDefinition(definition), index.stored.number);
    this.onCommit(transaction, index.stored.number, () => index.useDefinition(definition));
  }

  /** Merges a change into the mappings of several indices; none changes where one refuses. */
  async putMapping(indices: readonly IndexState[], change: JsonObject): Promise<void> {
    for (const index of indices) this.requireWritable(index.name);
    await this.store.write((transaction) => {
      for (const [index, mapping] of indices.map((index) => [index, index.mapping.merge(change)] as const))
        this.writeMapping(transaction, index, mapping);
    });
  }

  /** Keeps a new mapping of an index in a running transaction. */
  writeMapping(transaction: WriteTransaction, index: IndexState, mapping: IndexState["mapping"]): void {
    transaction.database
      .prepare("UPDATE registry SET mapping = ? WHERE number = ?")
      .run(stringifyJson(mapping.toJson()), index.stored.number);
    this.onCommit(transaction, index.stored.number, () => index.useMapping(mapping));
  }

  /** Changes settings; null takes one away. Analysis only while closed, the number of shards never. */
  async putSettings(
    indices: readonly IndexState[],
    { change, preserve }: { change: ReadonlyMap<string, string | string[] | null>; preserve: boolean },
  ): Promise<void> {
    for (const [name, value] of change) requireSetting(name, value);
    if ([...change.keys()].some((name) => !name.startsWith(BLOCKS)))
      for (const index of indices) this.requireWritable(index.name);
    const fixed = [...change.keys()].filter((name) => !isDynamic(name));
    const open = indices.filter((index) => index.state === "open");
    if (fixed.length > 0 && open.length > 0) {
      throw illegalArgument(
        `Can't update non dynamic settings [[${fixed.sort().join(", ")}]] for open indices [${open.map((index) => `[${index.name}/${index.uuid}]`).join(", ")}]`,
      );
    }
    await this.store.write((transaction) => {
      for (const index of indices) {
        const final = [...change].find(
          ([name, value]) => isFinal(name) && index.definition.settings.get(name) !== value,
        );
        if (final) throw illegalArgument(`final ${index.name} setting [${final[0]}], not updateable`);
        const settings = new Map(index.definition.settings);
        for (const [name, value] of change) {
          if (value === null) settings.delete(name);
          else if (!preserve || !settings.has(name)) settings.set(name, value);
        }
        expandReplicas(settings);
        if (fixed.length > 0)
          mappingOf({ definition: index.mappingDefinition, settings, analysis: analysisOf(settings) });
        this.redefine(transaction, index, { ...index.definition, settings });
      }
    });
  }

  /** `leaving` and `changed` are what the same call makes of other indices: what counts is how all stand after it. */
  private requireAlias(
    alias: string,
    index: string,
    definition: AliasDefinition,
    {
      leaving = new Set(),
      changed = new Map(),
    }: { leaving?: ReadonlySet<IndexState>; changed?: ReadonlyMap<IndexState, Map<string, AliasDefinition>> } = {},
  ): void {
    requireAliasName(alias, index);
    const holder = this.indices.get(alias);
    if (holder && !leaving.has(holder)) {
      throw new EngineError(
        400,
        "invalid_alias_name_exception",
        `Invalid alias name [${alias}], an index exists with the same name as the alias`,
        {
          details: { index: alias, index_uuid: holder.uuid },
        },
      );
    }
    const other = definition.isWriteIndex
      ? this.all().find(
          (known) =>
            known.name !== index &&
            !leaving.has(known) &&
            (changed.get(known) ?? known.aliases).get(alias)?.isWriteIndex,
        )
      : undefined;
    if (other)
      throw new EngineError(
        500,
        "illegal_state_exception",
        `alias [${alias}] has more than one write index [${other.name},${index}]`,
      );
  }

  /**
   * Carries the actions of `POST _aliases` out, all or none. Indices go first, so that an alias may take the name of
   * one in the same call.
   */
  async changeAliases(actions: readonly AliasAction[]): Promise<void> {
    const onlyRemoves = actions.every(({ kind }) => kind === "remove_index");
    await (onlyRemoves ? this.store.writeToMakeRoom.bind(this.store) : this.store.write.bind(this.store))(
      (transaction) => {
        const options: Partial<NameOptions> = {
          closed: "allowed",
          aliases: false,
          expandWildcards: ["open", "closed"],
          allowNoIndices: false,
        };
        const steps = actions.map((action) => ({
          action,
          indices: action.indices.flatMap((expression) => this.find(expression, options)).map((found) => found.index),
        }));
        const leaving = new Set(
          steps.flatMap(({ action, indices }) => (action.kind === "remove_index" ? indices : [])),
        );
        for (const index of leaving) this.drop(transaction, index);
        const changed = new Map<IndexState, Map<string, AliasDefinition>>();
        for (const { action, indices } of steps) {
          if (action.kind === "remove_index") continue;
          let removed = 0;
          for (const index of indices) {
            if (leaving.has(index)) throw indexNotFound(index.name);
            this.requireWritable(index.name);
            const aliases = changed.get(index) ?? new Map(index.aliases);
            changed.set(index, aliases);
            if (action.kind === "add") {
              for (const alias of action.aliases) aliases.set(alias, action.definition);
              continue;
            }
            for (const alias of [...aliases.keys()])
              if (action.aliases.some((pattern) => pattern === "_all" || fits(pattern, alias)) && aliases.delete(alias))
                removed++;
          }
          if (action.kind === "remove" && removed === 0 && action.mustExist !== false)
            throw aliasesMissing(action.aliases);
        }
        for (const [index, aliases] of changed)
          for (const [alias, definition] of aliases)
            if (definition !== index.aliases.get(alias))
              this.requireAlias(alias, index.name, definition, { leaving, changed });
        for (const [index, aliases] of changed) this.redefine(transaction, index, { ...index.definition, aliases });
      },
    );
  }

  /** Rebuilds all segments from the stored documents. */
  async rebuild(): Promise<void> {
    this.store.dropSegments();
    for (const index of this.all()) await this.rebuildOne(index);
  }

  /** Rebuilds the segments of indices with fields of these types, of which older engines kept too little. */
  async rebuildTypes(types: readonly string[]): Promise<void> {
    for (const index of this.all()) if (index.hasType(types)) await this.rebuildOne(index);
    this.store.noteFormat();
  }

  private async rebuildOne({ stored, mapping }: IndexState): Promise<void> {
    await this.store.rebuild({
      index: stored,
      contentOf: (source) => contentOf(mapping.parseStored(parseJson(source) as JsonObject), mapping),
    });
  }
}
