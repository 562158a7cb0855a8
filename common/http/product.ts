/** What our back end calls itself in `GET /arc/plan`. No other server names itself there. */
export const PRODUCT = "searchdeck";
