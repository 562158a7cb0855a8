import { Link, useLocation } from "@remix-run/react";
import { WAIT } from "~/lib/address/wait";

/** Loads the page with what it did not wait for. */
export function LoadLink({ label = "Load" }: { label?: string }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set(WAIT, "1");
  return (
    <Link to={`${pathname}?${params.toString()}`} reloadDocument className="link font-semibold">
      {label}
    </Link>
  );
}
