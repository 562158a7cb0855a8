import { PRODUCT } from "@common/http/product";

/** The product behind a server: our back end, which names itself in its plan, or ReactiveSearch, which does not. */
export type Product = "searchdeck" | "reactivesearch";

/** The product by what a plan says. A server without a plan says nothing. */
export function productOf(plan: { product?: string | null } | null): Product {
  return plan?.product === PRODUCT ? "searchdeck" : "reactivesearch";
}

// What a server takes and does not hold, where a page has to say so before it is relied on. What it does not have at
// all is told by its answers.
const heldBy = {
  /**
   * Fields that a credential excludes are closed to searches too, and searches can be limited to those that it
   * includes.
   */
  "closed-fields": ["searchdeck"],
  /** An index that is re-indexed in place keeps its further aliases. */
  "further-aliases": ["searchdeck"],
  /** Synonyms that are kept act on searches at once; on others once the index has them in its analysis. */
  "kept-synonyms": ["searchdeck"],
  /** A search can be tried with settings, synonyms and rules that nobody has published. */
  drafts: ["searchdeck"],
  /** What is written to an index while it is re-indexed in place is in it afterwards. */
  "writes-meanwhile": ["searchdeck"],
} as const satisfies Record<string, readonly Product[]>;

/** Whether a product holds that. */
export function holds(product: Product, what: keyof typeof heldBy): boolean {
  const products: readonly Product[] = heldBy[what];
  return products.includes(product);
}
