import { type ReactNode, useContext } from "react";
import { PageTabs } from "./page-tabs";

type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title, and no part of the heading: a state. */
  badge?: ReactNode;
  /** One sentence that says what the screen is for. */
  description?: ReactNode;
  /** Buttons and links on the right of the title, the primary one last. */
  actions?: ReactNode;
  /** `<Tabs>` under the title, in the place of those of the frame. */
  children?: ReactNode;
};

/** The head of a screen; holds its only `h1`. */
export function PageHeader({ title, badge, description, actions, children }: PageHeaderProps) {
  const frameTabs = useContext(PageTabs);
  return (
    <header className="mb-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 large:flex-nowrap">
        <div className="min-w-0 max-w-full">
          {badge === undefined ? (
            <h1 className="text-20 font-bold">{title}</h1>
          ) : (
            <div className="flex flex-wrap items-center gap-x-3">
              <h1 className="text-20 font-bold">{title}</h1>
              {badge}
            </div>
          )}
          {description && <p className="max-w-text text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 large:shrink-0">{actions}</div>}
      </div>
      {children ?? frameTabs}
    </header>
  );
}
