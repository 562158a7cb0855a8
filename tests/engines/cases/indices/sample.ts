import { call } from "../build";

export const made = (body: object = {}) => call("PUT /s-a", body);

export const sub = {
  properties: {
    title: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } },
    n: { type: "long" },
  },
};
