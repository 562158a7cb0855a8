import type { ComponentProps, ReactNode } from "react";
import { ChartPanel } from "~/components/charts/chart-panel";
import { Dashboard } from "~/components/charts/dashboard";
import { PlainLink } from "~/components/ui/plain-link";
import type { Here } from "~/lib/address";
import type { DateRange, Preset } from "~/lib/address/date-range";
import type { Range } from "~/lib/address/range-of";
import type { LevelRef } from "~/navigation/paths";
import type { PanelData } from "~/services/platform/http/settle.server";
import { type Fact, FactsLine } from "./facts-line";
import { type Figure, FigureCards } from "./figure-cards";
import { PageActions } from "./page-actions";
import { RangeBar } from "~/components/ui/filter/range-bar";

type Chart = Pick<ComponentProps<typeof ChartPanel>, "of" | "title" | "empty" | "zoomTo"> & { absent?: string };

type FiguresPageProps = {
  title: string;
  here: Here<{ range: DateRange }>;
  /** From the loader; null where nothing on the page is about a time. */
  range: Range | null;
  /** As the declaration of the address has it. */
  offered?: readonly Preset[];
  /** Where a page can be shared as it is set: its level and the key of its screen. */
  share?: { at: LevelRef; screen: string };
  /** Further ways on of a page that can be shared. */
  actions?: ReactNode;
  /** The list that it was opened from. */
  back?: { to: string; label: string };
  filters?: ReactNode;
  figures?: PanelData<Figure[]>;
  /** In place of `figures`, in one line. */
  facts?: PanelData<Fact[]>;
  /** In place of `figures`, where cards are of other kinds. */
  cards?: ReactNode;
  /** The chart that the page is about, over its whole width. */
  chart?: Chart;
  /** The permission that its calls ask for, by its name on the screen. */
  actionName?: string;
  /** Whatever stands below that, two in a row where there is room. */
  children?: ReactNode;
};

/** A page of figures: of which time, by what, its totals, its chart with a table, and what there is besides. */
export function FiguresPage({
  title,
  here,
  range,
  offered,
  share,
  actions,
  back,
  filters,
  figures,
  facts,
  cards,
  chart,
  actionName = "Analytics",
  children,
}: FiguresPageProps) {
  return (
    <>
      {back && (
        <nav aria-label="List" className="place-nav">
          <PlainLink to={back.to} className="link back">
            {back.label}
          </PlainLink>
        </nav>
      )}
      <Dashboard
        title={title}
        headingLevel="h1"
        range={
          share && (
            <PageActions {...share} here={here}>
              {actions}
            </PageActions>
          )
        }
        filters={
          <div className="w-full">
            {range ? (
              <RangeBar here={here} range={range} offered={offered}>
                {filters}
              </RangeBar>
            ) : (
              filters
            )}
            {facts && <FactsLine of={facts} />}
          </div>
        }
        cards={figures ? <FigureCards of={figures} /> : cards}
      >
        {chart && (
          <div className="min-w-0 large:col-span-2">
            <ChartPanel absent="This server has no such report." {...chart} actionName={actionName} />
          </div>
        )}
        {children}
      </Dashboard>
    </>
  );
}
