import { LinkButton } from "~/components/ui/button";
import { useReader } from "~/components/ui/reader";
import { messages } from "~/lib/messages/user-messages";
import { useSupport } from "./support";

/** The payment dialog of the specification (section 8), as a part of a page. */
export function PaymentNotice() {
  const { siteName } = useReader();
  const { contact } = useSupport();
  return (
    <section
      aria-labelledby="payment-title"
      className="max-w-form rounded border border-line border-l-4 border-l-warn bg-raised p-4"
    >
      <h1 id="payment-title" className="text-16 font-semibold">
        {messages.paymentRequired}
      </h1>
      <p className="mt-1">{messages.subscribe(siteName)}</p>
      <p className="mt-1 text-muted">{messages.paymentDelay}</p>
      {contact !== null && <p className="mt-1 text-muted">Questions? Write to {contact}.</p>}
      <p className="mt-3">
        <LinkButton to="/billing" tone="primary">
          See Subscription Plans
        </LinkButton>
      </p>
    </section>
  );
}
