// A search page as its makers' documentation shows it: box with suggestions, lists, a range, result list with sorting and paging, deep links.
import { MultiList, ReactiveBase, ReactiveList, SearchBox, SingleRange } from "@appbaseio/reactivesearch";
import React from "react";
import { createRoot } from "react-dom/client";

const settings = JSON.parse(document.getElementById("settings").textContent);
const RATINGS = [
  { start: 0, end: 4.9, label: "Poor" },
  { start: 5, end: 6.9, label: "Fair" },
  { start: 7, end: 10, label: "Good" },
];
const SORTS = [
  { label: "Most votes", dataField: "IMDB Votes", sortBy: "desc" },
  { label: "Best match", dataField: "_score", sortBy: "desc" },
  { label: "Title", dataField: "Title.keyword", sortBy: "asc" },
];

function Page() {
  return (
    <ReactiveBase
      app={settings.index}
      url={settings.url}
      credentials={settings.credentials}
      reactivesearchAPIConfig={{ recordAnalytics: true, userId: "front-end" }}
    >
      <SearchBox
        componentId="q"
        dataField={["Title", "Director"]}
        size={5}
        debounce={50}
        showClear
        URLParams
        highlight={false}
      />
      <MultiList
        componentId="genre"
        dataField="Major Genre.keyword"
        size={30}
        showSearch={false}
        URLParams
        react={{ and: ["q", "rating"] }}
      />
      <SingleRange componentId="rating" dataField="IMDB Rating" data={RATINGS} URLParams />
      <ReactiveList
        componentId="results"
        dataField="IMDB Votes"
        size={10}
        pagination
        URLParams
        sortOptions={SORTS}
        react={{ and: ["q", "genre", "rating"] }}
        renderResultStats={({ numberOfResults }) => <p id="total">{numberOfResults}</p>}
        render={({ data, loading, triggerClickAnalytics }) => (
          <ol id="results" aria-busy={loading}>
            {data.map((film, place) => (
              <li
                key={film._id}
                data-id={film._id}
                data-votes={film["IMDB Votes"]}
                onClick={() => triggerClickAnalytics(place)}
              >
                {String(film.Title)}
              </li>
            ))}
          </ol>
        )}
      />
    </ReactiveBase>
  );
}

createRoot(document.getElementById("page")).render(<Page />);
