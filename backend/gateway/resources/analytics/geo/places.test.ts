import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mmdb } from "../../../../../tests/setup/mmdb";
import { createGeoPlaces, type GeoPlaces } from "./places";

const berlin = { country: "Germany", city: "Berlin", latitude: 52.5, longitude: 13.4 };
const opened: GeoPlaces[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "searchdeck-geo-"));
});
afterAll(async () => {
  for (const places of opened) places.close();
  await rm(folder, { recursive: true, force: true });
});

async function openPlaces(name: string | undefined, bytes?: Buffer) {
  const file = name === undefined ? undefined : join(folder, name);
  if (file !== undefined && bytes) await writeFile(file, bytes);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const places = createGeoPlaces({ file, log, lookEvery: 5 });
  opened.push(places);
  await places.open();
  return { places, log, write: (more: Buffer | string) => writeFile(file ?? "", more) };
}

test("country, city and place of an address; nothing of what the file does not know, and of private addresses that it does", async () => {
  const { places, log } = await openPlaces(
    "city.mmdb",
    mmdb({
      "81.2.69.0/24": berlin,
      "2a02:ec80::/32": { country: "Côte d'Ivoire" },
      "8.8.8.8/32": { city: "Nowhere" },
      "9.0.0.0/8": { latitude: 0, longitude: -120 },
      "10.0.0.0/8": berlin,
      "127.0.0.0/8": berlin,
      "fc00::/7": berlin,
    }),
  );
  expect(places.of("81.2.69.160")).toEqual({ country: "Germany", city: "Berlin", location: "52.5, 13.4" });
  expect(places.of("2a02:ec80::1")).toEqual({ country: "Côte d'Ivoire" });
  expect(places.of("8.8.8.8")).toEqual({ city: "Nowhere" });
  expect(places.of("9.1.1.1")).toEqual({ location: "0, -120" });
  for (const address of [
    "81.2.70.1",
    "10.1.2.3",
    "127.0.0.1",
    "::1",
    "fc00::1",
    "192.168.0.1",
    "",
    "nonsense",
    "1.2.3",
  ])
    expect(places.of(address)).toEqual({});
  expect(log.info).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ type: "Test-City" }),
    expect.stringContaining("GEOIP_DB"),
  );
});

test("without a file nobody is anywhere, and nothing is said", async () => {
  const { places, log } = await openPlaces(undefined);
  expect(places.of("81.2.69.160")).toEqual({});
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ["one that is missing", undefined, "ENOENT"],
  ["one that is something else", Buffer.from("<html>not found</html>"), "no whole data file"],
  ["one that is cut off", mmdb({ "81.2.69.0/24": berlin }).subarray(0, 500), "no whole data file"],
  ["an empty one", Buffer.alloc(0), "no whole data file"],
  ["one that is packed", Buffer.from([0x1f, 0x8b, 8, 0, 0]), "unpack"],
])("of a file that cannot be read the log tells: %s", async (name, bytes, reason) => {
  const { places, log } = await openPlaces(`${name}.mmdb`, bytes);
  expect(places.of("81.2.69.160")).toEqual({});
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { file: join(folder, `${name}.mmdb`), reason: expect.stringContaining(reason) },
    "GEOIP_DB cannot be read: searches are recorded without a country",
  );
});

test("a file that changes is read again; one that became unreadable leaves what was there", async () => {
  const { places, log, write } = await openPlaces("changing.mmdb");
  expect(log.error).toHaveBeenCalledTimes(1);
  await write(mmdb({ "81.2.69.0/24": berlin }));
  await vi.waitFor(() => expect(places.of("81.2.69.1")).toMatchObject({ country: "Germany" }));
  await write(mmdb({ "81.2.0.0/16": { country: "France" } }));
  await vi.waitFor(() => expect(places.of("81.2.69.1")).toEqual({ country: "France" }));
  log.error.mockClear();
  await write("broken");
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled());
  expect(log.error).toHaveBeenLastCalledWith(
    expect.anything(),
    "GEOIP_DB cannot be read: the file that was read before goes on to be used",
  );
  expect(places.of("81.2.69.1")).toEqual({ country: "France" });
});

test("an entry that cannot be read is told of once, and gives nothing", async () => {
  const whole = mmdb({ "81.2.69.0/24": berlin });
  // The first byte of the record, behind the tree and its 16 zeros, becomes a pointer to nowhere.
  whole[whole.indexOf(Buffer.alloc(16)) + 16] = 0x3f;
  const { places, log } = await openPlaces("damaged.mmdb", whole);
  for (let time = 0; time < 3; time++) expect(places.of("81.2.69.160")).toEqual({});
  expect(log.warn.mock.calls.length).toBeLessThanOrEqual(1);
});
