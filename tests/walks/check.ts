import type { Visit } from "./visit";
import type { World, WorldSpec } from "./world";

/** One thing that holds on every address of some worlds. */
export type Check = {
  /** What holds, as words that follow "every address". */
  says: string;
  /** In which worlds it holds; in all unless told. */
  in?: (world: WorldSpec) => boolean;
  /** What is wrong with an answer, in a few words each. */
  look?: (visit: Visit, world: World) => readonly string[];
  /** What is wrong with all of them together. */
  end?: (visits: readonly Visit[], world: World) => readonly string[] | Promise<readonly string[]>;
};
