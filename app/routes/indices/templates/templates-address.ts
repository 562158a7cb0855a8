import { address, flag, oneOf, page, size, text } from "~/lib/address";

/** The address of the list of templates. `name` is that of an index which somebody thinks of creating. */
export const templateList = address({
  q: text({ label: "Filter", max: 200 }),
  kind: oneOf(["composable", "legacy"], { label: "Kind" }),
  managed: flag({ label: "Managed" }),
  name: text({ label: "Index name", max: 255, part: "look" }),
  size: size(),
  page: page(),
});
