import type { Role } from "./field-roles";

/** Deploys the first settings of an index: from its own page, and from the overview of the index. */
export const SET_UP = "set-up-search";

/** What the first settings of an index would be. */
export type SetUpView = {
  searched: { path: string; weight: number }[];
  facets: string[];
  /** That the index is analyzed for. */ language: string;
  /** That its texts are in, where that is another one and certain. */ otherLanguage: string | null;
  fields: { path: string; type: string; role: Role; examples: string[] }[];
};
