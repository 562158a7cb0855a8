import { expect, test } from "vitest";
import { kernelOf, roomForVectors } from "./vector-memory";

test.each([16, 32, 384, 4096])("rows of %i numbers are compared as one by one", (dims) => {
  const rows = 7;
  const room = roomForVectors(rows * dims * 4);
  const values = new Float32Array(room.buffer, room.byteOffset, rows * dims);
  values.forEach((_, at) => (values[at] = Math.sin(at * 1.3)));
  const vector = Float32Array.from({ length: dims }, (_, at) => Math.cos(at));
  const kernel = kernelOf(values, dims);
  const oneByOne = (sum: (value: number, other: number) => number) =>
    Array.from({ length: rows }, (_, row) =>
      vector.reduce((total, other, at) => total + sum(values[row * dims + at] ?? 0, other), 0),
    );
  const dots = oneByOne((value, other) => value * other);
  const squares = oneByOne((value, other) => (value - other) ** 2);
  const near = (found: Float32Array | undefined, expected: number[]) => {
    expect(found).toHaveLength(expected.length);
    found?.forEach((number, at) => expect(Math.abs(number - (expected[at] ?? 0))).toBeLessThan(1e-5 * dims));
  };
  near(kernel?.dots({ from: 0, to: rows, vector }), dots);
  near(kernel?.squares({ from: 0, to: rows, vector }), squares);
  near(kernel?.dots({ from: 2, to: 5, vector }), dots.slice(2, 5));
  near(kernel?.dots({ from: 3, to: 3, vector }), []);
  // Neither is written over what lies in the rows.
  expect(values[rows * dims - 1]).toBe(Math.fround(Math.sin((rows * dims - 1) * 1.3)));
});

test("there are no loops for other numbers of dimensions, nor for rows that lie elsewhere", () => {
  const room = roomForVectors(1200);
  expect(kernelOf(new Float32Array(room.buffer, 0, 300), 300)).toBeUndefined();
  expect(kernelOf(new Float32Array(room.buffer, 64, 160), 16)).toBeUndefined();
  expect(kernelOf(new Float32Array(160), 16)).toBeUndefined();
});
