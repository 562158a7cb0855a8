// InstantSearch on Searchkit's client, which sends Elasticsearch's own `_msearch`: box, lists, a range, hits, sorting, paging, deep links.
import createClient from "@searchkit/instantsearch-client";
import instantsearch from "instantsearch.js";
import { history } from "instantsearch.js/es/lib/routers";
import { singleIndex } from "instantsearch.js/es/lib/stateMappings";
import {
  configure,
  hits,
  pagination,
  rangeInput,
  refinementList,
  searchBox,
  sortBy,
  stats,
} from "instantsearch.js/es/widgets";
import Searchkit from "searchkit";

const settings = JSON.parse(document.getElementById("settings").textContent);
const [username, password] = settings.credentials.split(":");

const searchkit = new Searchkit({
  connection: { host: settings.url, auth: { username, password } },
  search_settings: {
    search_attributes: ["Title", "Director"],
    result_attributes: ["Title", "IMDB Votes", "Major Genre"],
    highlight_attributes: ["Title"],
    facet_attributes: [
      { attribute: "genre", field: "Major Genre.keyword", type: "string" },
      { attribute: "rating", field: "IMDB Rating", type: "numeric" },
    ],
    sorting: { default: { field: "_score", order: "desc" }, _votes: { field: "IMDB Votes", order: "desc" } },
  },
});

const search = instantsearch({
  indexName: settings.index,
  searchClient: createClient(searchkit),
  routing: { router: history(), stateMapping: singleIndex(settings.index) },
});

search.addWidgets([
  configure({ hitsPerPage: 10 }),
  searchBox({ container: "#box" }),
  refinementList({ container: "#genre", attribute: "genre", limit: 30 }),
  rangeInput({ container: "#rating", attribute: "rating", precision: 1 }),
  sortBy({
    container: "#sort",
    items: [
      { label: "Best match", value: settings.index },
      { label: "Most votes", value: `${settings.index}_votes` },
    ],
  }),
  stats({ container: "#stats", templates: { text: ({ nbHits }, { html }) => html`<p id="total">${nbHits}</p>` } }),
  hits({
    container: "#hits",
    templates: {
      item: (hit, { html }) =>
        html`<span class="film" data-id="${hit.objectID}" data-votes="${hit["IMDB Votes"]}"
          >${String(hit.Title)}</span
        >`,
    },
  }),
  pagination({ container: "#pages" }),
]);
search.start();
