import type { IndexSnapshot } from "../../store/types";

const known = new WeakMap<IndexSnapshot, Map<string, IndexSnapshot>>();

/**
 * A snapshot of the objects of a nested field: each segment is the one that they are in. Documents are read as in the
 * snapshot around.
 */
export function nestedSnapshot(snapshot: IndexSnapshot, path: string): IndexSnapshot {
  const levels = known.get(snapshot) ?? new Map<string, IndexSnapshot>();
  known.set(snapshot, levels);
  let level = levels.get(path);
  if (!level) {
    const segments = snapshot.segments.flatMap((segment) => segment.nested?.(path)?.docs ?? []);
    level = {
      segments,
      docCount: segments.reduce((sum, { docCount }) => sum + docCount, 0),
      document: (seq) => snapshot.document(seq),
      hit: (seq) => snapshot.hit(seq),
      id: (seq) => snapshot.id(seq),
      ids: (first, last) => snapshot.ids(first, last),
      sequence: (seq) => snapshot.sequence(seq),
      // An id is a document's: no object is found by one.
      locate: () => undefined,
      hold: () => snapshot.hold(),
    };
    levels.set(path, level);
  }
  return level;
}
