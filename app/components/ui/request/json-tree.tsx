import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { ScrollBox } from "~/components/ui/table/scroll-box";
import { countOf } from "~/lib/values/numbers";
import { Name } from "../name";

type JsonTreeProps = {
  /**
   * Parsed with `@common/text/json`, so that long numbers keep their digits. Loaders send documents as text
   * (`stringifyJson`), the component parses them (`parseJson`).
   */
  value: JsonValue;
  /** Read out: what it is. */
  label?: string;
  /** How many levels are open at first. */
  open?: number;
  /** How many members of one list or object are drawn; the rest is counted. */
  limit?: number;
};

const LIMIT = 200;
/** Deeper members are shown as text: a page must not grow with how deep somebody nests. */
const DEEPEST = 30;

/** A document as a tree that opens without scripts. */
export function JsonTree({ value, label = "JSON", open = 2, limit = LIMIT }: JsonTreeProps) {
  return (
    <ScrollBox label={label} className="rounded border border-line bg-sunken p-3 font-mono text-code">
      <Node value={value} open={open} limit={limit} depth={0} last />
    </ScrollBox>
  );
}

type NodeProps = { name?: string; value: JsonValue; open: number; limit: number; depth: number; last?: boolean };

function Node({ name, value, open, limit, depth, last = false }: NodeProps) {
  const label = name === undefined ? null : <span className="text-info">{JSON.stringify(name)}: </span>;
  const comma = last ? "" : ",";
  const members = membersOf(value);
  if (members === undefined || members.length === 0 || depth > DEEPEST) {
    return (
      <Name as="div" className="pl-4">
        {label}
        <Leaf value={value} />
        {comma}
      </Name>
    );
  }
  const isList = Array.isArray(value);
  const [start, end] = isList ? ["[", "]"] : ["{", "}"];
  return (
    <details open={depth < open} className="group/node">
      <Name as="summary" className="flex min-h-[24px] items-center gap-1 rounded-sm">
        <span aria-hidden="true" className="chevron mx-1 mt-[9px] self-start text-muted" />
        <span>
          {label}
          {start}{" "}
          <span className="text-muted">
            {isList ? countOf(members.length, "item") : countOf(members.length, "key")}
          </span>
          {/* Closed, it ends on its own line. */}
          <span className="group-open/node:hidden">
            {" "}
            {end}
            {comma}
          </span>
        </span>
      </Name>
      <div className="ml-1.5 border-l border-line pl-2">
        {members.slice(0, limit).map(([key, member], at) => (
          <Node
            key={key}
            name={isList ? undefined : key}
            value={member}
            open={open}
            limit={limit}
            depth={depth + 1}
            last={at === members.length - 1}
          />
        ))}
        {members.length > limit && (
          <div className="pl-4 text-muted">… {countOf(members.length - limit, "more", "more")}</div>
        )}
      </div>
      <div className="pl-4">
        {end}
        {comma}
      </div>
    </details>
  );
}

function membersOf(value: JsonValue): [string, JsonValue][] | undefined {
  if (Array.isArray(value)) return value.map((member, at) => [String(at), member]);
  if (isJsonObject(value)) return Object.entries(value satisfies JsonObject);
  return undefined;
}

function Leaf({ value }: { value: JsonValue }) {
  if (typeof value === "string") return <span className="whitespace-pre-wrap text-good">{JSON.stringify(value)}</span>;
  if (value instanceof LosslessNumber || typeof value === "number")
    return <span className="text-warn">{String(value)}</span>;
  if (value === null || typeof value === "boolean") return <span className="text-bad">{String(value)}</span>;
  return <span>{Array.isArray(value) ? "[]" : "{}"}</span>;
}
