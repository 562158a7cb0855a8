import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { NonceProvider } from "./nonce";
import { Styles, StyleTextProvider } from "./style-sheets";

vi.mock("../tailwind.css", () => ({ default: "/build/_assets/tailwind-AAAA.css" }));

const head = (text: string | null) =>
  renderToStaticMarkup(
    <NonceProvider value="n0nce">
      <StyleTextProvider value={text}>
        <Styles />
      </StyleTextProvider>
    </NonceProvider>,
  );

it("a first page carries the text of its style sheets, with its nonce and as it is", () => {
  expect(head('.a>b{content:"&"}')).toBe('<style data-sheets="" nonce="n0nce">.a>b{content:"&"}</style>');
});

it("every other page links to them", () => {
  expect(head(null)).toBe('<link rel="stylesheet" href="/build/_assets/tailwind-AAAA.css"/>');
});
