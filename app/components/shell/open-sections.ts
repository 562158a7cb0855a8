import { useEffect, useState } from "react";
import { openSectionsCookie } from "~/lib/open-sections";
import type { ShellData } from "~/shell.server";

/** Which sections of the sidebar are open, and a way to remember a click on one: at once in the cookie that the next page is made from. */
export function useOpenSections({ openSections }: ShellData) {
  const [open, setOpen] = useState(openSections);
  useEffect(() => setOpen(openSections), [openSections]);
  function remember(id: string, isOpen: boolean) {
    if (open.includes(id) === isOpen) return;
    const next = isOpen ? [...open, id] : open.filter((other) => other !== id);
    setOpen(next);
    document.cookie = openSectionsCookie(next, { secure: window.location.protocol === "https:" });
  }
  return { open, remember };
}
