/** A path of a map in steps from point to point, without those that fall together on the grid of pixels. */
export function shorten(path: string, kind: "area" | "line" = "area"): string {
  const [fewest, end] = kind === "area" ? [3, "z"] : [2, ""];
  const rings = path.split("M").slice(1);
  return rings
    .map((ring) => {
      let [x, y] = [0, 0];
      const steps = ring
        .replace("Z", "")
        .split("L")
        .flatMap((point, n) => {
          const [nextX = 0, nextY = 0] = point.split(",").map(Number);
          const [byX, byY] = [nextX - x, nextY - y];
          if (n > 0 && byX === 0 && byY === 0) return [];
          [x, y] = [nextX, nextY];
          return [`${byX}${byY < 0 ? "" : " "}${byY}`];
        });
      return steps.length < fewest ? "" : `M${steps[0]}l${steps.slice(1).join(" ")}${end}`;
    })
    .join("");
}
