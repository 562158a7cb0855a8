import { EngineError } from "../errors";

function invalid(expression: string, why: string): EngineError {
  return new EngineError(400, "parse_exception", `invalid dynamic name expression [${expression}]. ${why}`);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

function format(date: Date, pattern: string): string {
  return pattern.replace(/'([^']*)'|u{4}|y{4}|yy|MM|dd|HH|mm|ss|SSS/g, (token, quoted?: string) => {
    switch (token) {
      case "uuuu":
      case "yyyy":
        return pad(date.getUTCFullYear(), 4);
      case "yy":
        return pad(date.getUTCFullYear() % 100, 2);
      case "MM":
        return pad(date.getUTCMonth() + 1, 2);
      case "dd":
        return pad(date.getUTCDate(), 2);
      case "HH":
        return pad(date.getUTCHours(), 2);
      case "mm":
        return pad(date.getUTCMinutes(), 2);
      case "ss":
        return pad(date.getUTCSeconds(), 2);
      case "SSS":
        return pad(date.getUTCMilliseconds(), 3);
      default:
        return quoted ?? token;
    }
  });
}

function shift(date: Date, amount: number, unit: string): void {
  if (unit === "y") date.setUTCFullYear(date.getUTCFullYear() + amount);
  else if (unit === "M") date.setUTCMonth(date.getUTCMonth() + amount);
  else if (unit === "w" || unit === "d") date.setUTCDate(date.getUTCDate() + amount * (unit === "w" ? 7 : 1));
  else if (unit === "h" || unit === "H") date.setUTCHours(date.getUTCHours() + amount);
  else if (unit === "m") date.setUTCMinutes(date.getUTCMinutes() + amount);
  else date.setUTCSeconds(date.getUTCSeconds() + amount);
}

function roundDown(date: Date, unit: string): void {
  if (unit === "y") date.setUTCMonth(0, 1);
  if (unit === "M") date.setUTCDate(1);
  if (unit === "w") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if ("yMwd".includes(unit)) date.setUTCHours(0, 0, 0, 0);
  else if (unit === "h" || unit === "H") date.setUTCMinutes(0, 0, 0);
  else if (unit === "m") date.setUTCSeconds(0, 0);
  else date.setUTCMilliseconds(0);
}

function resolveOne(expression: string, maths: string, now: number): string {
  const parts = /^now((?:[+-]\d+[yMwdhHms]|\/[yMwdhHms])*)(?:\{([^|}]+)(?:\|([^}]+))?\})?$/.exec(maths);
  if (!parts) throw invalid(expression, `invalid date math [${maths}]`);
  const date = new Date(now + offsetOf(expression, parts[3]));
  for (const step of (parts[1] ?? "").matchAll(/([+-]\d+)([yMwdhHms])|\/([yMwdhHms])/g)) {
    if (step[3]) roundDown(date, step[3]);
    else shift(date, Number(step[1]), step[2] ?? "s");
  }
  return format(date, parts[2] ?? "uuuu.MM.dd");
}

function offsetOf(expression: string, zone: string | undefined): number {
  if (!zone || zone === "UTC" || zone === "Z") return 0;
  const parts = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (!parts) throw invalid(expression, `unknown time zone [${zone}]`);
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) * 60_000;
}

/**
 * Resolves date maths in an index name: `<logs-{now/d}>` → `logs-2024.05.01`. Other names come back as they are. `now`
 * is in epoch milliseconds.
 */
export function resolveDateMath(expression: string, now = Date.now()): string {
  if (!expression.startsWith("<") || !expression.endsWith(">")) return expression;
  const inner = expression.slice(1, -1);
  const resolved = inner.replace(/\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, maths: string) =>
    resolveOne(expression, maths, now),
  );
  if (/[{}]/.test(resolved)) throw invalid(expression, "invalid placeholder");
  return resolved;
}
