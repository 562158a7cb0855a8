import { type ComponentProps } from "react";
import { SelectField } from "./field";

type ZoneFieldProps = Omit<ComponentProps<typeof SelectField>, "options"> & {
  /** From `timeZones`: the browser may know others than the server takes. */ zones: readonly string[];
};

/** A time zone, chosen from those that the server knows. */
export function ZoneField({ zones, ...rest }: ZoneFieldProps) {
  return <SelectField {...rest} options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))} />;
}
