import { type ComponentType, useEffect, useRef, useState } from "react";

/**
 * Where scripts run: a search among all indices, above the links that do without. Its script comes when the menu around
 * it is opened.
 */
export function IndexSearch() {
  const place = useRef<HTMLDivElement>(null);
  const [Field, setField] = useState<ComponentType>();
  useEffect(() => {
    const menu = place.current?.closest("details");
    function load() {
      if (!menu?.open) return;
      import("~/components/palette/index-combobox").then(
        (module) => setField(() => module.IndexCombobox),
        // The links below it are there all the same.
        () => undefined,
      );
    }
    load();
    menu?.addEventListener("toggle", load);
    return () => menu?.removeEventListener("toggle", load);
  }, []);
  return (
    <div ref={place} className="index-search">
      {Field && <Field />}
    </div>
  );
}
