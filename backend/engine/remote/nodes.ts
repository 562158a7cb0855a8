/** A node is left alone so long after its first failure, in ms; each further one doubles it. */
const FIRST_REST = 1_000;
const LONGEST_REST = 30_000;

/** One address of the cluster. */
export type ClusterNode = { url: string; failures: number; restsUntil: number };

export type ClusterNodes = {
  /** All nodes in the order to ask them: those that work in turn, then those set aside, the one due soonest first. */
  inTurn: () => ClusterNode[];
  /** Sets a node aside for a while that grows with each failure in a row. */
  failed: (node: ClusterNode) => void;
  /** Takes a node back. */
  worked: (node: ClusterNode) => void;
};

/**
 * The nodes of a cluster, each call beginning at the next one. A node whose rest is over is asked again in its turn.
 */
export function createClusterNodes(urls: readonly string[], now: () => number = Date.now): ClusterNodes {
  const nodes = urls.map((url): ClusterNode => ({ url, failures: 0, restsUntil: 0 }));
  let next = 0;

  function inTurn(): ClusterNode[] {
    next = (next + 1) % nodes.length;
    const turned = [...nodes.slice(next), ...nodes.slice(0, next)];
    const rests = ({ restsUntil }: ClusterNode) => restsUntil > now();
    return [
      ...turned.filter((node) => !rests(node)),
      ...turned.filter(rests).sort((a, b) => a.restsUntil - b.restsUntil),
    ];
  }

  function failed(node: ClusterNode): void {
    node.restsUntil = now() + Math.min(FIRST_REST * 2 ** node.failures, LONGEST_REST);
    node.failures += 1;
  }

  function worked(node: ClusterNode): void {
    node.failures = 0;
    node.restsUntil = 0;
  }

  return { inTurn, failed, worked };
}
