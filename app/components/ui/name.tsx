import type { HTMLAttributes, ReactNode } from "react";
import { PlainLink } from "./plain-link";

type Tag =
  | "span"
  | "p"
  | "div"
  | "h2"
  | "h3"
  | "li"
  | "ul"
  | "dd"
  | "td"
  | "code"
  | "strong"
  | "q"
  | "summary"
  | "legend"
  | "label";

type NameProps = Omit<HTMLAttributes<HTMLElement>, "className"> & {
  children: ReactNode;
  className?: string | undefined;
  /** The page that it leads to. */
  to?: string;
  /** What it is where it is no link; a span otherwise. */
  as?: Tag;
};

const ANYWHERE = "[overflow-wrap:anywhere]";

/** A name, or a text that holds one: whoever gave it chose its length, so a line may break within a word. */
export function Name({ to, as: Element = "span", className = "", children, ...rest }: NameProps) {
  const classes = className === "" ? ANYWHERE : `${className} ${ANYWHERE}`;
  if (to === undefined)
    return (
      <Element className={classes} {...rest}>
        {children}
      </Element>
    );
  return (
    <PlainLink to={to} className={`link ${classes}`} {...rest}>
      {children}
    </PlainLink>
  );
}
