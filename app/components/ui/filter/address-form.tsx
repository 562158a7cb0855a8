import { type FormProps, useLocation, useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import type { Here } from "~/lib/address";
import { PageForm } from "../page/page-form";

type AddressFormProps<State> = Omit<FormProps, "method" | "action" | "onSubmit"> & {
  here: Pick<Here<State>, "keep" | "hrefOf">;
  /** The parameters that the form has controls for; the others are kept. */
  controls: readonly (keyof State)[];
  keepScroll?: boolean;
};

/**
 * A form that sets parameters of the page. Where scripts run it goes to the short address at once; elsewhere the loader
 * leads there.
 */
export function AddressForm<State>({ here, controls, keepScroll = false, children, ...rest }: AddressFormProps<State>) {
  const { pathname } = useLocation();
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    navigate({ pathname, search: here.hrefOf(new FormData(event.currentTarget)) }, { preventScrollReset: keepScroll });
  }

  return (
    <PageForm method="get" onSubmit={submit} preventScrollReset={keepScroll} {...rest}>
      {here.keep(controls).map(({ name, value }, at) => (
        <input key={`${at} ${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </PageForm>
  );
}
