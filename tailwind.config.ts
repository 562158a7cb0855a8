import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

// Every colour is a custom property of app/styles/base.css, which holds the light and the dark value.
const colour = (name: string) => `var(--${name})`;
const names = [
  ...[
    "surface",
    "raised",
    "sunken",
    "line",
    "line-strong",
    "ink",
    "muted",
    "faint",
    "accent",
    "accent-ink",
    "accent-soft",
  ],
  ...["good", "good-soft", "warn", "warn-soft", "bad", "bad-soft", "bad-ink", "info", "info-soft"],
  ...["series-1", "series-2", "series-3", "series-4", "series-5", "series-6", "series-7", "series-8"],
];

// Those that are made of several properties begin with the values of all of them, on every element: 2 kB of each page.
// What is needed of them is written out.
const assembled = [
  ...[
    "transform",
    "translate",
    "rotate",
    "skew",
    "scale",
    "borderSpacing",
    "touchAction",
    "scrollSnapType",
    "gradientColorStops",
    "fontVariantNumeric",
  ],
  ...[
    "boxShadow",
    "boxShadowColor",
    "ringWidth",
    "ringColor",
    "ringOpacity",
    "ringOffsetWidth",
    "ringOffsetColor",
    "contain",
  ],
  ...[
    "filter",
    "blur",
    "brightness",
    "contrast",
    "dropShadow",
    "grayscale",
    "hueRotate",
    "invert",
    "saturate",
    "sepia",
  ],
  ...[
    "backdropFilter",
    "backdropBlur",
    "backdropBrightness",
    "backdropContrast",
    "backdropGrayscale",
    "backdropHueRotate",
    "backdropInvert",
  ],
  ...["backdropOpacity", "backdropSaturate", "backdropSepia"],
];

export default {
  content: ["./app/**/*.{ts,tsx}", "!./app/**/*.test.{ts,tsx}", "!./app/services/**"],
  // Words of the sources that are classes too, and none of the console's.
  blocklist: [
    "!code",
    "!entry",
    "!hidden",
    "!menu",
    "!numbered",
    "!selected",
    "!table",
    "container",
    "transform",
    "transition",
  ],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(names.map((name) => [name, colour(name)])),
    },
    fontFamily: {
      sans: ["system-ui", "-apple-system", '"Segoe UI"', "Roboto", '"Noto Sans"', "sans-serif"],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", '"Liberation Mono"', "monospace"],
    },
    fontSize: {
      12: ["0.75rem", "1rem"],
      13: ["0.8125rem", "1.25rem"],
      14: ["0.875rem", "1.375rem"],
      16: ["1rem", "1.5rem"],
      20: ["1.25rem", "1.75rem"],
      28: ["1.75rem", "2.125rem"],
      code: ["0.78125rem", "1.25rem"],
    },
    screens: { small: "576px", medium: "768px", large: "992px", xlarge: "1200px" },
    borderRadius: { none: "0", DEFAULT: "6px", sm: "4px", full: "9999px" },
    extend: {
      maxWidth: { form: "720px", text: "68ch" },
      width: { sidebar: "232px" },
      transitionDuration: { DEFAULT: "120ms" },
    },
  },
  corePlugins: Object.fromEntries(assembled.map((name) => [name, false])),
  plugins: [plugin(({ addUtilities }) => addUtilities({ ".shadow": { boxShadow: "0 4px 16px var(--shadow)" } }))],
} satisfies Config;
