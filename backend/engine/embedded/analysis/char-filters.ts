import type { CharFilterFactory } from "./parts";

export const charFilterFactories: ReadonlyMap<string, CharFilterFactory> = new Map<string, CharFilterFactory>([]);
