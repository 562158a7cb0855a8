import { callMessages } from "~/lib/messages/call-messages";
import { useEffect, useState } from "react";
import { CopyButton } from "./copy-button";
import { Menu } from "../menu";

type CopyMenuProps = {
  items: readonly { label: string; text: string }[];
  /** A path to be copied as a whole address. */ link?: string;
};

/** What can be copied of a thing; there only where scripts run, since nothing else can copy. */
export function CopyMenu({ items, link }: CopyMenuProps) {
  const [origin, setOrigin] = useState<string>();
  useEffect(() => setOrigin(window.location.origin), []);
  if (origin === undefined) return null;
  const all = link === undefined ? items : [...items, { label: "Link", text: `${origin}${link}` }];
  return (
    <Menu label="Copy" button>
      {all.map(({ label, text }) => (
        <CopyButton key={label} label={label} text={text} failed={callMessages.requestNotCopied} />
      ))}
    </Menu>
  );
}
