import { parseJson } from "@common/text/json";
import { expect, test } from "vitest";
import { geoPoints } from "./geo-points";

test.each([
  ['{"p":"48.85, 2.35"}', [{ lat: 48.85, lon: 2.35 }]],
  ['{"p":{"lat":48.85,"lon":"2.35"}}', [{ lat: 48.85, lon: 2.35 }]],
  ['{"p":[2.35,48.85]}', [{ lat: 48.85, lon: 2.35 }]],
  [
    '{"p":[[2.35,48.85],[0,0]]}',
    [
      { lat: 48.85, lon: 2.35 },
      { lat: 0, lon: 0 },
    ],
  ],
  ['{"p":{"type":"Point","coordinates":[2.35,48.85]}}', [{ lat: 48.85, lon: 2.35 }]],
  ['{"p":"POINT (2.35 48.85)"}', [{ lat: 48.85, lon: 2.35 }]],
  [
    '{"p":["1,1",{"lat":2,"lon":2}]}',
    [
      { lat: 1, lon: 1 },
      { lat: 2, lon: 2 },
    ],
  ],
  ['{"p":"91,0"}', []],
  ['{"p":"u09tvw"}', []],
  ['{"p":null}', []],
  ["{}", []],
])("%s", (text, points) => {
  expect(geoPoints(parseJson(text), "p")).toEqual(points);
});
