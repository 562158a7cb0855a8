import { PaymentNotice } from "~/components/shell/payment";

/**
 * The payment dialog of the specification (section 8) as one that is open when the page comes, and that closes without
 * scripts.
 */
export function PaymentDialog() {
  return (
    <dialog
      open
      aria-labelledby="payment-title"
      className="static m-0 mb-4 w-full border-0 bg-transparent p-0 text-ink"
    >
      <PaymentNotice />
      <form method="dialog" className="mt-2">
        <button className="link text-13">Close</button>
      </form>
    </dialog>
  );
}
