import { useRouteLoaderData } from "@remix-run/react";

export type Reader = {
  zone: string;
  zoneKnown: boolean;
  now: number;
  lite: boolean;
  theme: "light" | "dark" | "system";
  siteName: string;
};

const unknownReader: Reader = {
  zone: "UTC",
  zoneKnown: false,
  now: 0,
  lite: false,
  theme: "system",
  siteName: "Searchdeck",
};

/**
 * What the root loader knows of the reader: zone, the moment the page was made (so that server and browser say the
 * same), lite mode, theme.
 */
export function useReader(): Reader {
  return useRouteLoaderData<{ reader: Reader }>("root")?.reader ?? unknownReader;
}
