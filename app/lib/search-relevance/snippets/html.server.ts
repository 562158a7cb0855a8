import { escapeText } from "~/lib/values/markup";
import { literal, searchFunction, VALUE_OF } from "./call.server";
import type { Connection, Snippet } from "./connection";

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "      ");

/** A search page in one file, without any library. What documents hold becomes text, never HTML. */
export function htmlSnippet(connection: Connection): Snippet {
  const { shown, words } = connection;
  const [first = "", ...others] = shown;
  const heading = first === "" ? "" : `valueOf(hit._source, ${literal(first)}) || `;
  const rest =
    first === ""
      ? "JSON.stringify(hit._source)"
      : `${literal(others)}.map((field) => valueOf(hit._source, field)).filter(Boolean).join(" · ")`;
  const script = `${searchFunction(connection)}

${VALUE_OF}

const form = document.querySelector("form");
const box = document.querySelector("input");
const list = document.querySelector("ol");
const status = document.querySelector("[role=status]");

function row(hit) {
  const item = document.createElement("li");
  const heading = document.createElement("strong");
  heading.textContent = ${heading}hit._id;
  const rest = document.createElement("div");
  rest.textContent = ${rest};
  item.append(heading, rest);
  return item;
}

let asked = 0;
async function show() {
  const turn = ++asked;
  try {
    const hits = await search(box.value);
    if (turn !== asked) return;
    list.replaceChildren(...hits.map(row));
    status.textContent = hits.length === 0 ? "No results" : "";
  } catch (error) {
    if (turn !== asked) return;
    list.replaceChildren();
    status.textContent = error.message;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
show();`;
  const text = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Search</title>
  </head>
  <body>
    <form role="search">
      <input type="search" name="q" aria-label="Search" value="${escapeText(words)}" />
      <button>Search</button>
    </form>
    <p role="status"></p>
    <ol></ol>
    <script type="module">
${indented(script)}
    </script>
  </body>
</html>
`;
  return {
    key: "html",
    label: "HTML",
    run: "Save and open in a browser, or put it on a web server.",
    files: [{ name: "search.html", text }],
  };
}
