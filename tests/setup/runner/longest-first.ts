import { BaseSequencer, type TestSpecification, type TestSequencerConstructor } from "vitest/node";

/**
 * Begins with the files that take longest, in this order, so that no core waits for one of them at the end. The others
 * come as vitest has them.
 */
export function longestFirst(files: readonly string[]): TestSequencerConstructor {
  const place = ({ moduleId }: TestSpecification) => {
    const at = files.findIndex((file) => moduleId.endsWith(`/${file}`));
    return at === -1 ? files.length : at;
  };
  return class LongestFirst extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(specifications);
      return sorted.sort((a, b) => place(a) - place(b));
    }
  };
}
