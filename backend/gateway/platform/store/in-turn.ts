/**
 * Work on things by name: of one name one after the other, of different names beside each other. What fails does not
 * hold up what comes after it.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Does work once all of this name that came before is done. */
    take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(work);
      last.set(name, mine);
      const forget = () => {
        if (last.get(name) === mine) last.delete(name);
      };
      mine.then(forget, forget);
      return mine;
    },
    /** Waits for what is under way of this name, whatever comes of it. */
    async settled(name: string): Promise<void> {
      await last.get(name)?.catch(() => undefined);
    },
  };
}
