import { Form, type FormProps, useLocation } from "@remix-run/react";

/**
 * Every form of the console. It posts to `action`, else to its own page, in the very spelling of the address bar:
 * Remix's `Form` without an action takes the decoded path, and `50%2541` is another document then. A form that reads
 * takes the page without its query.
 */
export function PageForm({ action, ...rest }: FormProps) {
  const { pathname, search } = useLocation();
  const own = (rest.method ?? "get") === "get" ? pathname : `${pathname}${search}`;
  return (
    <Form action={action === undefined ? own : action.startsWith("?") ? `${pathname}${action}` : action} {...rest} />
  );
}
