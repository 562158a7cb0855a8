import { useSearchParams } from "@remix-run/react";
import type { Address, Here } from "~/lib/address";

/**
 * Where the page is, by its declaration: state, links, hidden inputs. `known` is the state as its loader read it, where
 * that depends on more than the address.
 */
export function useAddress<State>(declared: Address<State>, known?: State): Here<State> {
  const [params] = useSearchParams();
  return declared.at(params, known);
}
