import { literal, VALUE_OF } from "./call.server";
import type { Connection, Snippet } from "./connection";

/** What the snippet installs. A test holds the versions against those that are tried. */
export const REACT_PACKAGES = {
  dependencies: { "@appbaseio/reactivesearch": "4.3.1", react: "18.3.1", "react-dom": "18.3.1" },
  devDependencies: { esbuild: "0.25.12" },
} as const;

/** How the page is made of its file. The library asks for `global`, and has JSX in files called .js. */
export const BUNDLE =
  "esbuild main.jsx --bundle --outfile=main.js --jsx=automatic --loader:.js=jsx --define:global=window";

const INDEX_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Search</title>
  </head>
  <body>
    <div id="root"></div>
    <script src="main.js"></script>
  </body>
</html>
`;

/** A page of the published components: three files of a new folder. */
export function reactSnippet({ url, index, credentials, words, usual, shown }: Connection): Snippet {
  const [first = "", ...others] = shown;
  const fields = usual.length > 0 ? `\n        dataField={${literal(usual)}}` : "";
  const heading = first === "" ? "hit._id" : `valueOf(hit, ${literal(first)}) || hit._id`;
  const rest = `{${literal(others)}.map((field) => valueOf(hit, field)).filter(Boolean).join(" · ")}`;
  const main = `import { ReactiveBase, ReactiveList, SearchBox } from "@appbaseio/reactivesearch";
import { createRoot } from "react-dom/client";

${VALUE_OF}

function App() {
  return (
    <ReactiveBase
      app={${literal(encodeURIComponent(index))}}
      url={${literal(url)}}
      credentials={${literal(credentials)}}
    >
      <SearchBox
        componentId="search"${fields}
        defaultValue={${literal(words)}}
        placeholder="Search"
        autosuggest={false}
        highlight={false}
      />
      <ReactiveList
        componentId="result"
        dataField="_score"
        react={{ and: ["search"] }}
        size={10}
        pagination
        render={({ data }) => (
          <ol>
            {data.map((hit) => (
              <li key={hit._id}>
                <strong>{${heading}}</strong>
                <div>${rest}</div>
              </li>
            ))}
          </ol>
        )}
      />
    </ReactiveBase>
  );
}

createRoot(document.getElementById("root")).render(<App />);
`;
  const packages = JSON.stringify(
    { private: true, scripts: { build: BUNDLE, start: `${BUNDLE} --servedir=.` }, ...REACT_PACKAGES },
    null,
    2,
  );
  return {
    key: "react",
    label: "React",
    run: "Save the three files in a new folder, run npm install and npm start, and open http://localhost:8000.",
    files: [
      { name: "package.json", text: `${packages}\n` },
      { name: "index.html", text: INDEX_HTML },
      { name: "main.jsx", text: main },
    ],
  };
}
