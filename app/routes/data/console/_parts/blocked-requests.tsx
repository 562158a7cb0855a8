import { Name } from "~/components/ui/name";
import { type ConsoleRequest, requestLabel } from "~/lib/data/console/parse";

type BlockedRequestsProps = {
  requests: readonly ConsoleRequest[];
  /** Why each one would not be sent; null for one that would. */
  blocked: readonly (string | null)[];
};

/** Which requests of the text would not be sent, by the reason. */
export function BlockedRequests({ requests, blocked }: BlockedRequestsProps) {
  const reasons = [...new Set(blocked)].filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1 text-12 text-warn">
      {reasons.map((reason) => (
        <Name as="li" key={reason}>
          {requests
            .flatMap((request, place) => (blocked[place] === reason ? [`${place + 1}. ${requestLabel(request)}`] : []))
            .join(", ")}
          : {reason}
        </Name>
      ))}
    </ul>
  );
}
