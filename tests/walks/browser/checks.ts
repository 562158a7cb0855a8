import { axe } from "./checks/axe";
import { contrast } from "./checks/contrast";
import { dark } from "./checks/dark";
import { elsewhere } from "./checks/elsewhere";
import { focus } from "./checks/focus";
import { heading } from "./checks/heading";
import { markup } from "./checks/markup";
import { quietConsole } from "./checks/console";
import { scrollers } from "./checks/scrollers";
import { status } from "./checks/status";
import { tabOrder } from "./checks/tab-order";
import { takenOver } from "./checks/taken-over";
import { targets } from "./checks/targets";
import { width } from "./checks/width";
import type { Check } from "./seen";

type Some = Record<string, Check>;

/** What is looked at on each page, by the looks in which it is shown one after the other. A new check is a line here. */
export const checks = {
  wide: { status, takenOver, heading, markup, axe, scrollers, targets, tabOrder, contrast, focus },
  dark: { dark, contrast },
  narrow: { axe, width, targets, tabOrder, scrollers },
  /** When all else is done: what was heard meanwhile. */
  end: { quietConsole, elsewhere },
} satisfies Record<string, Some>;

/** What an address is looked at for that only asks in an odd way for what another one shows. */
export const few: Some = { status, takenOver, heading, markup, width, quietConsole, elsewhere };

/** What a page is looked at for whose server lies. It may say that it cannot read an answer. */
export const lying: Some = { takenOver, markup };

/** What a page is looked at for whose scripts do not arrive. */
export const withoutScripts: Some = { status, heading, markup, axe, scrollers, targets, width };
