import type { SegmentDeaths, SegmentsChange } from "./changes";
import { SegmentView } from "./segment/reader";
import { metaOf, parseMeta } from "./segment/segment-rows";
import type { StoredSnapshot } from "./snapshot";
import { StoredIndex } from "./stored-index";

type Latest = { segments: readonly number[]; fresh: ReadonlySet<number>; dead: ReadonlyMap<number, SegmentDeaths> };

/** The segments of one index as another thread writes them. They are read at the first search after a change. */
export class FollowedIndex extends StoredIndex {
  private isLoaded = false;
  private latest: Latest | undefined;

  /** Takes over what a commit made of the index. */
  follow({ segments, fresh, dead }: SegmentsChange): void {
    // What was not read yet is read as it is then.
    if (!this.isLoaded) return;
    this.latest = {
      segments,
      fresh: new Set([...(this.latest?.fresh ?? []), ...fresh]),
      dead: new Map([...(this.latest?.dead ?? []), ...dead.map((one) => [one.segment, one] as const)]),
    };
  }

  override get snapshot(): StoredSnapshot {
    if (!this.isLoaded) this.parts.database.atOnce(() => this.load());
    else if (this.latest) this.catchUp(this.latest);
    return super.snapshot;
  }

  private load(): void {
    const { database } = this.parts;
    const rows = database
      .prepare<{ number: number; meta: string }>(
        "SELECT number, meta FROM segment WHERE idx = ? AND number NOT IN (SELECT segment FROM retired) ORDER BY first",
      )
      .all(this.number);
    this.show(rows.map(({ number, meta }) => this.view({ number, meta: parseMeta(meta), dead: this.deadOf(number) })));
    this.isLoaded = true;
  }

  private catchUp({ segments, fresh, dead }: Latest): void {
    const known = new Map(super.snapshot.segments.map((view) => [view.number, view]));
    const views = segments.map((number) => {
      const before = known.get(number);
      const deaths = dead.get(number);
      if (before && !deaths) return before;
      const isWithout = deaths !== undefined || fresh.has(number);
      const view =
        before ??
        this.view({ number, meta: metaOf(this.parts.database, number), dead: isWithout ? [] : this.deadOf(number) });
      return deaths ? new SegmentView(view.segment, deaths.bitmap, deaths.count) : view;
    });
    this.show(views);
    this.latest = undefined;
  }

  private deadOf(segment: number): number[] {
    return this.parts.database
      .prepare<{ doc: number }>("SELECT doc FROM deleted WHERE segment = ?")
      .all(segment)
      .map(({ doc }) => doc);
  }
}
