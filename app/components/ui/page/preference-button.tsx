import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageForm } from "~/components/ui/page/page-form";

type PreferenceButtonProps = {
  name: "listView" | "systemIndices" | "theme" | "lite";
  value: string;
  children: ReactNode;
  current?: boolean;
};

/**
 * A preference changed in place, as a link would look: a small form, so that it works without scripts and leads back
 * here.
 */
export function PreferenceButton({ name, value, children, current = false }: PreferenceButtonProps) {
  const { pathname, search } = useLocation();
  if (current) return <strong>{children}</strong>;
  return (
    <PageForm method="post" action="/resources/preferences" className="inline">
      <input type="hidden" name="redirectTo" value={`${pathname}${search}`} />
      <button name={name} value={value} className="link">
        {children}
      </button>
    </PageForm>
  );
}
