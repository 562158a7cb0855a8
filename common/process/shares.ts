/** Which bound was in the way: that of one owner, that of those who are not known, or that of all together. */
export type Full = "one" | "strangers" | "all";

/** What one owner holds by one thing that he has open. */
export type Share = {
  /**
   * Takes so much more (1 where nothing is said). Returns what was in the way where it is not taken; then nothing
   * changed.
   */
  add: (amount?: number) => Full | undefined;
  /** Gives back all that was taken. May be called more than once. */
  release: () => void;
};

export type SharesOptions = {
  /** What one owner may hold at a time. */
  ofOne: number;
  /** What all owners may hold together. */
  ofAll?: number;
  /** Owners whom nobody knows, who could be many at will, and what they may hold together. */
  strangers?: { are: (owner: string) => boolean; most: number };
};

/** Things of one kind that owners hold open, counted or weighed. */
export type Shares = { open: (owner: string) => Share; held: (owner: string) => number; total: () => number };

/** Shares in what may be open at a time. Nothing is kept of an owner who holds nothing. */
export function createShares({ ofOne, ofAll = Infinity, strangers }: SharesOptions): Shares {
  const counts = new Map<string, number>();
  let all = 0;
  let unknown = 0;
  const held = (owner: string) => counts.get(owner) ?? 0;

  function inTheWay(owner: string, amount: number): Full | undefined {
    if (held(owner) + amount > ofOne) return "one";
    if (strangers?.are(owner) === true && unknown + amount > strangers.most) return "strangers";
    return all + amount > ofAll ? "all" : undefined;
  }

  function move(owner: string, amount: number): void {
    const now = held(owner) + amount;
    if (now > 0) counts.set(owner, now);
    else counts.delete(owner);
    all += amount;
    if (strangers?.are(owner) === true) unknown += amount;
  }

  function open(owner: string): Share {
    let mine = 0;
    return {
      add: (amount = 1) => {
        const full = inTheWay(owner, amount);
        if (full !== undefined) return full;
        mine += amount;
        move(owner, amount);
        return undefined;
      },
      release: () => {
        const given = mine;
        mine = 0;
        if (given > 0) move(owner, -given);
      },
    };
  }

  return { open, held, total: () => all };
}
