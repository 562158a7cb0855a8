/**
 * The rows of a list as a loader hands them to its screen. A page that is loaded has them in its text already, so its
 * data for the scripts tells only how many there are; where scripts ask for the data alone, and while the page is being
 * made, they are there.
 */
export type PageRows<Row> = readonly Row[] | { count: number; list?: readonly Row[] };

/** The rows; undefined where they are in the page alone. */
export function listOfRows<Row>(rows: PageRows<Row>): readonly Row[] | undefined {
  return "count" in rows ? rows.list : rows;
}

/** How many rows there are on the page. */
export function countOfRows<Row>(rows: PageRows<Row>): number {
  return "count" in rows ? rows.count : rows.length;
}
