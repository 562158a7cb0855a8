import { expect, it } from "vitest";
import { planOf } from "~/lib/access-control/plan";
import { planInWords } from "./plan-in-words";

const DAY = 86_400;

it.each([
  [null, null],
  [
    { tier: "2021-starter", time_validity: 12 * DAY },
    { name: "Cluster, starter", price: "$299 per month for 3 nodes, $0.138 per node and hour", left: "12 days" },
  ],
  [
    { tier: "reactivesearch-cloud-enterprise", time_validity: DAY },
    { name: "Cloud, enterprise", price: "On request", left: "1 day" },
  ],
  [
    { tier: null, time_validity: 3 * DAY },
    { name: "Free trial", left: "3 days" },
  ],
  [
    { tier: "of-tomorrow", time_validity: -1 },
    { name: "of-tomorrow", left: "none, the plan has expired" },
  ],
])("the plan %j reads %j", (record, words) => expect(planInWords({ ...planOf(record), nodes: null })).toEqual(words));
