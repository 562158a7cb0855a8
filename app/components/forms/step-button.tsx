import type { ComponentProps } from "react";
import { Button } from "../ui/button";

type StepButtonProps = Omit<ComponentProps<typeof Button>, "name" | "value" | "type" | "formNoValidate" | "onClick"> & {
  /** What the action does, of the field `then`: "find", "remove:script". */
  step: string;
  /** Where scripts run, the page does it at once; without them the button takes the trip. */
  atOnce?: (() => void) | false;
};

/**
 * A button of a form that adds, removes, moves or looks something up: what was typed goes along unchecked, and nothing
 * is saved as the form would.
 */
export function StepButton({ step, atOnce = false, ...rest }: StepButtonProps) {
  return (
    <Button
      formNoValidate
      name="then"
      value={step}
      {...(atOnce && {
        onClick: (event) => {
          event.preventDefault();
          atOnce();
        },
      })}
      {...rest}
    />
  );
}
