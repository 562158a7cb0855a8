import { useRouteLoaderData } from "@remix-run/react";

/** Where help is found, as whoever runs this console has set it. */
export type Support = { contact: string | null; docs: string | null };

const unknownSupport: Support = { contact: null, docs: null };

/** What the root loader tells of where help is found; nothing where it did not run. */
export function useSupport(): Support {
  return useRouteLoaderData<{ support: Support }>("root")?.support ?? unknownSupport;
}
