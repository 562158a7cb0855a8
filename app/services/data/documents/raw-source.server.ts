import { visit } from "jsonc-parser";

/**
 * The texts of all members called `_source` that stand `depth` objects deep in an answer, as they were sent: no digit
 * and no space of a stored document is changed. The answer to a document has its source at depth 1, one hit of a search
 * at depth 3 (`hits`, `hits[]`, the hit).
 */
export function rawSources(text: string, depth: number): string[] {
  const found: string[] = [];
  let level = 0;
  let begin: number | undefined;
  let wanted = false;
  const value = (offset: number, length: number) => {
    if (wanted && begin === undefined) found.push(text.slice(offset, offset + length));
    wanted = false;
  };
  const enter = (offset: number) => {
    if (!wanted) return;
    begin = offset;
    wanted = false;
  };
  const leave = (end: number, at: number) => {
    if (begin === undefined || at !== depth) return;
    found.push(text.slice(begin, end));
    begin = undefined;
  };
  visit(text, {
    onObjectBegin: (offset) => {
      enter(offset);
      level += 1;
    },
    onObjectEnd: (offset, length) => {
      level -= 1;
      leave(offset + length, level);
    },
    onObjectProperty: (name) => {
      wanted = begin === undefined && level === depth && name === "_source";
    },
    onLiteralValue: (_value, offset, length) => value(offset, length),
  });
  return found;
}
