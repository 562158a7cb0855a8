import type { Check } from "../check";

/** Kilobytes of a page's HTML, without the style sheet that stands in the first one. */
const MOST = 220;

/** No page is heavier than a slow line bears: what would be longer has pages of its own. */
export const weight: Check = {
  says: `weighs less than ${MOST} kB`,
  in: ({ server }) => server === "sound",
  look: ({ html, isPage }) => {
    const size = Buffer.byteLength(html.replace(/(<style data-sheets[^>]*>)[^<]*/g, "$1")) / 1000;
    return isPage && size > MOST ? [`${size.toFixed(0)} kB`] : [];
  },
};
