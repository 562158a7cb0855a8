// A page of one's own making that tells by the recorder's client what its visitors do: it searches, and records each search, click, conversion and favourite itself.
import analytics from "@appbaseio/analytics";

const settings = JSON.parse(document.getElementById("settings").textContent);
const element = (id) => document.getElementById(id);
const recorder = analytics.init({
  index: settings.index,
  credentials: settings.credentials,
  url: settings.url,
  userID: "ada",
});
recorder.setGlobalCustomEvents({ shop: "north" });

async function find(value) {
  const query = [
    { id: "films", type: "search", dataField: ["Title", "Director"], queryFormat: "and", size: 10, value },
  ];
  const headers = { "Content-Type": "application/json", Authorization: `Basic ${btoa(settings.credentials)}` };
  const answer = await fetch(`${settings.url}/${settings.index}/_reactivesearch`, {
    method: "POST",
    headers,
    body: JSON.stringify({ query }),
  });
  return (await answer.json()).films.hits.hits;
}

/** Says on the page that the recorder's call was answered. */
const told = (what) => (error) => {
  element("done").textContent = error ? String(error) : what;
};

function row({ _id: id, _source: source }, place) {
  const item = document.createElement("li");
  const act = (name, run) => {
    const button = document.createElement("button");
    button.textContent = `${name} ${source.Title}`;
    button.onclick = () => run(recorder.getQueryID());
    item.append(button);
  };
  act("Open", (queryID) => recorder.click({ queryID, objects: { [id]: place } }, told(`opened ${place}`)));
  act("Buy", (queryID) => recorder.conversion({ queryID, objects: [id] }, told(`bought ${place}`)));
  act("Keep", (queryID) =>
    recorder.favorite({ queryID, favoriteOn: id, source, userID: "ada" }, told(`kept ${place}`)),
  );
  return item;
}

element("form").onsubmit = async (event) => {
  event.preventDefault();
  const query = element("box").value;
  const films = await find(query);
  element("films").replaceChildren(...films.map((film, at) => row(film, at + 1)));
  const impressions = films.map(({ _id, _index }) => ({ id: _id, index: _index }));
  const hits = films.map(({ _id, _source }) => ({ id: _id, source: _source }));
  recorder.search(
    { query, hits, impressions, filters: { shelf: "Films" }, customEvents: { campaign: "autumn" } },
    told(`searched ${query}`),
  );
};

element("suggestion").onclick = () =>
  recorder.click(
    { query: element("box").value, isSuggestionClick: true, objects: { [element("box").value]: 3 } },
    told("suggestion"),
  );
element("save").onclick = () =>
  recorder.saveSearch({ queryID: recorder.getQueryID(), saveSearchID: settings.index, userID: "ada" }, told("saved"));
