import { onIndex } from "../build";

export const orders = (name: string, body: object) => onIndex({ name: `nested: ${name}`, index: "q-orders", body });

export const lines = (query: object, more: object = {}) => ({ nested: { path: "lines", query, ...more } });

export const pen = { term: { "lines.sku": "pen" } };

export const counted = (name: string, aggs: object, query: object = { match_all: {} }) =>
  orders(`aggregation: ${name}`, { size: 0, query, aggs });
