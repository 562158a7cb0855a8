import type { Page } from "playwright-core";

export type Weight = { total: number; scripts: number; requests: number };
export function weigh(options: { page: Page; path: string }): Promise<Weight>;
