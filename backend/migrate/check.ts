import { askJson, pathOf } from "./call";
import { add, checksum, hashOf, shown, type Checksum } from "./checksum";
import { findDocuments } from "./engine-documents";
import { readIndex } from "./engine-source";
import { figure } from "./progress";
import type { Target } from "./target";
import type { Document, Source } from "./types";

const MOST_DIFFERENCES = 5;

/** What was found of one index: counts and checksums of both sides, and where they part. */
export type Finding = {
  name: string;
  source: Checksum;
  target: Checksum;
  /** The target had a newer version, which stays. */ newer: number;
  differences: string[];
};

type CheckOptions = {
  source: Source;
  target: Target;
  name: string;
  /** False where the target had the index before. */ created: boolean;
};

const byId = (documents: readonly Document[]) => new Map(documents.map((document) => [document.id, document]));

/** Why two documents of one id differ; undefined where they are the same. */
function difference(here: Document, there: Document | undefined): string | undefined {
  if (!there) return "not in the target";
  if (hashOf(here) === hashOf(there)) return undefined;
  return here.version === there.version ? "another content" : `version ${here.version} here, ${there.version} there`;
}

/**
 * Compares the source's documents with those that the target has of the same ids; what else is there does not count. A
 * newer version in the target is right: it was not to be overwritten.
 */
async function compareShared({ source, target, name }: CheckOptions): Promise<Finding> {
  const finding: Finding = {
    name,
    source: { documents: 0, sum: 0n },
    target: { documents: 0, sum: 0n },
    newer: 0,
    differences: [],
  };
  for await (const { documents } of source.read({ index: name, signal: target.caller.signal })) {
    const there = byId(await findDocuments({ caller: target.caller, index: name, ids: documents.map(({ id }) => id) }));
    for (const document of documents) {
      const other = there.get(document.id);
      if (other && BigInt(other.version) > BigInt(document.version)) {
        finding.newer++;
        continue;
      }
      add(finding.source, [document]);
      if (other) add(finding.target, [other]);
      const reason = difference(document, other);
      if (reason !== undefined && finding.differences.length < MOST_DIFFERENCES)
        finding.differences.push(`${JSON.stringify(document.id)}: ${reason}`);
    }
  }
  return finding;
}

/** The documents of the target that the source does not have, at most a handful. */
async function strangers({ source, target, name }: CheckOptions): Promise<string[]> {
  const found: string[] = [];
  for await (const { documents } of readIndex({ caller: target.caller, product: target.product, index: name })) {
    const known = byId(
      await source.find(
        name,
        documents.map(({ id }) => id),
      ),
    );
    for (const { id } of documents) if (!known.has(id)) found.push(`${JSON.stringify(id)}: not in the source`);
    if (found.length >= MOST_DIFFERENCES) break;
  }
  return found;
}

/** Reads an index on both sides and compares. With a difference the first ids are named. */
export async function checkIndex(options: CheckOptions): Promise<Finding> {
  const { source, target, name, created } = options;
  await askJson(target.caller, { method: "POST", path: `${pathOf(name)}/_refresh` });
  if (!created) return compareShared(options);
  const here = await checksum(source.read({ index: name, signal: target.caller.signal }));
  const there = await checksum(readIndex({ caller: target.caller, product: target.product, index: name }));
  if (here.documents === there.documents && here.sum === there.sum)
    return { name, source: here, target: there, newer: 0, differences: [] };
  const { differences } = await compareShared(options);
  const all = [...differences, ...(await strangers(options))].slice(0, MOST_DIFFERENCES);
  return {
    name,
    source: here,
    target: there,
    newer: 0,
    differences: all.length > 0 ? all : ["the sides differed while they were read: something writes to one of them"],
  };
}

export const isEqual = ({ source, target, differences }: Finding): boolean =>
  source.documents === target.documents && source.sum === target.sum && differences.length === 0;

/** A finding as a row: index, counts, the sum where it is the same on both sides, else both. */
export function findingRow(finding: Finding): string[] {
  const { name, source, target, newer } = finding;
  const sums = source.sum === target.sum ? shown(source) : `${shown(source)} ≠ ${shown(target)}`;
  const kept = newer > 0 ? `${figure(newer)} newer in the target, kept` : "";
  return [
    name,
    figure(source.documents),
    figure(target.documents),
    sums,
    isEqual(finding) ? kept || "equal" : "DIFFERENT",
  ];
}
