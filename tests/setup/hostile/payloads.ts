/**
 * The name that every payload calls, asks for, or leaves in a tag: what of it comes to life in a page is found by it.
 */
export const TOLD = "told";
/** A place outside that no page may ask. */
export const ELSEWHERE = "told.invalid";

/** Texts that become markup, script, a link or a formula where somebody forgets to say that they are texts. */
export const payloads = {
  script: `<script>${TOLD}("script")</script>`,
  image: `<img src="/${TOLD}.png" onerror="${TOLD}('image')">`,
  foreign: `<img src="//${ELSEWHERE}/x.png"><link rel="stylesheet" href="//${ELSEWHERE}/x.css"><iframe src="//${ELSEWHERE}/"></iframe>`,
  closing: `</title></textarea></style></noscript></select></template><svg onload="${TOLD}('closing')"></svg>`,
  quotes: `"><x-${TOLD} onclick="${TOLD}('quotes')">`,
  apostrophes: `'><x-${TOLD} onclick='${TOLD}("apostrophes")'>`,
  attribute: `" onfocus="${TOLD}('attribute')" autofocus tabindex="1" data-${TOLD}="`,
  bare: ` onmouseover=${TOLD}() data-${TOLD}=1 `,
  comment: `--><x-${TOLD}></x-${TOLD}><!--`,
  state: `</script><script>${TOLD}("state")</script>\u2028\u2029\\u003c/script\\u003e`,
  form: `<form action="//${ELSEWHERE}/"><button formaction="javascript:${TOLD}('form')">send</button></form><base href="//${ELSEWHERE}/">`,
  refresh: `<meta http-equiv="refresh" content="0;url=javascript:${TOLD}('refresh')">`,
  braces: `{{constructor.constructor("${TOLD}('braces')")()}} \${${TOLD}("template")} <%= ${TOLD} %>`,
  style: `red;background:url(//${ELSEWHERE}/x.png)}*{background:url(//${ELSEWHERE}/y.png)}`,
  formula: `=cmd|'/c ${TOLD}'!A1`,
  signs: "\u202egnp.exe\u2066\u200b\u200d\ufeff\u0007",
};

/** All of them in one text, the letters that close something first. */
export const everything = Object.values(payloads).join(" ");

/** Addresses that a link must never lead to. They stand alone: only a whole value becomes one. */
export const addresses = [
  `javascript:${TOLD}('address')`,
  ` javascript:${TOLD}('spaced')`,
  `java\nscript:${TOLD}('broken')`,
  `data:text/html,<script>${TOLD}('data')</script>`,
  `vbscript:${TOLD}('old')`,
  `//${ELSEWHERE}/`,
  `https://${ELSEWHERE}/`,
];
