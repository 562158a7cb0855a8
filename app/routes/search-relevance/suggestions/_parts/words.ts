const kinds: Readonly<Record<string, string>> = {
  index: "Index",
  popular: "Popular",
  recent: "Recent",
  featured: "Featured",
  promoted: "Promoted",
  endpoint: "Endpoint",
};

/** What a suggestion is called by its kind; one of a section by the section. */
export const kindName = (kind: string, section: string | null) => section ?? kinds[kind] ?? kind;
