import { type Pair, type Param, type Part, readerOf, type Remark } from "./param";
import { WAIT } from "./wait";

export type Spec = Record<string, Param<unknown>>;
export type StateOf<S extends Spec> = { [Key in keyof S]: S[Key] extends Param<infer Value> ? Value : never };
export type Source = Request | URL | URLSearchParams | string;

/** Where somebody is: what a screen is set to, and the links and forms that lead on from there. */
export type Here<State> = {
  state: State;
  /** What could not be read, and what is used instead. */
  remarks: Remark[];
  /** The query string as short as it can be, parameters of others included; `""` when everything is as usual. */
  search: string;
  /** The parameters that are not this declaration's, `""` or from `?` on: for a page that passes them on. */
  others: string;
  /**
   * A link to the same page, always beginning with `?`; `change` sets parameters, `undefined` resets one. What no
   * longer holds is dropped.
   */
  href(change?: Change<State>): string;
  /**
   * Hidden inputs for a form by GET with controls for `controls`: everything else that still holds when those change.
   */
  keep(controls?: readonly (keyof State)[]): { name: string; value: string }[];
  /** True where one of these is not at its default. */
  holds(...keys: (keyof State)[]): boolean;
  /** The link for a filled in form, so that scripts need not go by the long address that the browser makes of it. */
  hrefOf(form: FormData): string;
};
export type Change<State> = { [Key in keyof State]?: State[Key] | undefined };

export type Address<State> = {
  initial: State;
  /**
   * Reads an address. `known` is the state where it was read already, by a loader that knows more than the page.
   * A bad value never fails: the default stands in for it, and a remark says so.
   */
  at(source: Source, known?: State): Here<State>;
};

/** Of these parts, what a change of each drops. */
const drops: Record<Part, readonly Part[]> = {
  filter: ["page", "rows", "once"],
  page: ["rows", "once"],
  rows: ["once"],
  look: ["once"],
  once: ["once"],
};
// Not a part of any page: the router asks for data of some of its routes by the one.
const FRAME = ["_routes", WAIT];

/**
 * Declares the parameters of a screen, in the order in which its addresses name them. See docs/reference/addresses.md.
 */
export function address<S extends Spec>(spec: S): Address<StateOf<S>> {
  type State = StateOf<S>;
  const params = Object.entries(spec);
  const initial = Object.fromEntries(params.map(([key, param]) => [key, param.initial])) as State;
  const isOwn = (name: string) => FRAME.includes(name) || params.some(([key, param]) => param.owns(name, key));
  const written = (state: State, key: string, param: Param<unknown>) => param.write(state[key as keyof S], key);

  function read(search: URLSearchParams) {
    const { reader, remarks } = readerOf(search);
    const state = Object.fromEntries(params.map(([key, param]) => [key, param.read(reader, key)])) as State;
    return { state, remarks };
  }

  function changed(state: State, change: Change<State>): State {
    const next = { ...state };
    for (const [key, param] of params)
      if (Object.hasOwn(change, key))
        next[key as keyof S] = (change[key as keyof S] ?? param.initial) as State[keyof S];
    const gone = new Set<Part>(["once"]);
    for (const [key, param] of params) {
      if (same(written(state, key, param), written(next, key, param))) continue;
      for (const part of drops[param.part]) gone.add(part);
    }
    for (const [key, param] of params)
      if (gone.has(param.part) && !Object.hasOwn(change, key)) next[key as keyof S] = param.initial as State[keyof S];
    return next;
  }

  function at(source: Source, known?: State): Here<State> {
    const search = paramsOf(source);
    const { state, remarks } = known === undefined ? read(search) : { state: known, remarks: [] };
    const others = [...search].filter(([name]) => !isOwn(name));
    const pairs = (of: State): Pair[] => [...params.flatMap(([key, param]) => written(of, key, param)), ...others];
    return {
      state,
      remarks,
      search: queryOf(pairs(state)),
      others: queryOf(others),
      href: (change = {}) => queryOf(pairs(changed(state, change))) || "?",
      keep(controls = []) {
        const kept = params.filter(
          ([key, { part }]) => !controls.includes(key) && (part === "filter" || part === "look"),
        );
        return [...kept.flatMap(([key, param]) => written(state, key, param)), ...others].map(([name, value]) => ({
          name,
          value,
        }));
      },
      holds: (...keys) => params.some(([key, param]) => keys.includes(key) && written(state, key, param).length > 0),
      hrefOf(form) {
        const filled = new URLSearchParams(
          [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
        );
        const there = at(filled);
        // What cannot be read goes as it is: the page will say so.
        return there.remarks.length > 0 ? `?${filled.toString()}` : there.search || "?";
      },
    };
  }

  return { initial, at };
}

const same = (one: Pair[], other: Pair[]) =>
  one.length === other.length && one.every(([name, value], at) => name === other[at]?.[0] && value === other[at]?.[1]);

function queryOf(pairs: readonly Pair[]) {
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return text === "" ? "" : `?${text}`;
}

function paramsOf(source: Source): URLSearchParams {
  if (source instanceof URLSearchParams) return source;
  if (typeof source === "string") return new URLSearchParams(source);
  return source instanceof URL ? source.searchParams : new URL(source.url).searchParams;
}
