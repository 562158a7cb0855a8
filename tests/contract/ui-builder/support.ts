/** A search box as the widget's designer sends it, with markup and code in it. */
export const BOX = {
  enabled: true,
  hidden: false,
  description: "Header box",
  searchbox: {
    popular: { size: 5, index: "books,authors", minCount: 1, minChars: 0 },
    recent: { size: 5, index: "books", minHits: 1, minChars: 0 },
    endpoint: {
      endpoint: { url: "https://x.example.test/suggest", method: "POST", headers: { "X-A": "1" }, body: {} },
      applyStopwords: false,
      customStopwords: [],
      enableSynonyms: false,
      includeFields: ["*"],
      excludeFields: [],
      maxPredictedWords: 2,
      showDistinctSuggestions: true,
      transformResponse: "(res) => res.items",
      urlField: "link",
    },
    featured: {
      design: {
        theme: "light",
        primaryColor: "#4A90E2",
        credentials: "user:key",
        placeholder: "Search",
        focusShortcuts: ["/"],
        addonBefore: "<b onclick=alert(1)>a</b>",
        highlight: true,
        enablePopularSuggestions: true,
      },
      layout: {
        maxSuggestionsPerSection: 3,
        sectionsOrder: ["s1", "recent"],
        sections: [
          {
            id: "s1",
            label: "<b>Picks</b><script>alert(1)</script>",
            suggestions: [
              {
                label: "New books",
                value: "new",
                description: "",
                iconURL: "",
                action: "navigate",
                subAction: '{"link":"https://shop.example.test","target":"_self"}',
              },
            ],
          },
        ],
      },
    },
  },
};

/** A page that searches, as its builder sends it, cut short. */
export const SEARCH_PAGE = {
  name: "Book shop",
  description: "<b>Books</b>",
  pipeline: "books",
  backend: "elasticsearch",
  themeSettings: { type: "classic", customCss: "a > b { color: red }", rsConfig: { colors: { textColor: "#424242" } } },
  globalSettings: {
    currency: "USD",
    meta: { branding: { logoWidth: 200 }, deploySettings: { versionId: null } },
    endpoint: {
      url: "https://search.example.test/books/_reactivesearch",
      method: "POST",
      headers: { "X-Key": "held-1" },
    },
  },
  exportSettings: { exportAs: "embed", type: "other", credentials: "user:key", openAsPage: false },
  pageSettings: {
    currentPage: "home",
    pages: {
      home: {
        indexSettings: { index: "books", endpoint: {}, fusionSettings: null },
        componentSettings: {
          Author_0: { componentType: "MULTILIST", rsConfig: { customQuery: "() => ({ query: { match_all: {} } })" } },
        },
      },
    },
  },
  authenticationSettings: {
    clientId: "c1",
    enableAuth0: false,
    domain: "held-2",
    profileSettingsForm: { viewData: true },
  },
  syncSettings: null,
  fusionSettings: null,
};

/** Recommendations beside a product. */
export const RECOMMENDATION = {
  name: "Also liked",
  pipeline: "books",
  exportSettings: { exportAs: "embed", credentials: "user:key", type: "other" },
  recommendationSettings: {
    ctaTitle: "View Product",
    ctaAction: "redirect_to_product",
    recommendations: [
      { id: "1690000000000", title: "You might also like", type: "most_popular", maxProducts: 15 },
      { id: "1690000000003", title: "Our picks", type: "featured", docIds: ["11", "42"] },
    ],
  },
};

/** Files of a page, and what their commit says. */
export const CODE = {
  code: { "/src/App.js": "export default () => <b>Hi & bye</b>;\n", "package.json": { code: "{}", hidden: true } },
  metadata: { commit: "First <i>try</i>" },
};
