import { isScreen } from "../addresses";
import type { Check } from "../check";

/** Who is not signed in is led to the sign-in, and from there to where he wanted to go; nothing is asked for him. */
export const signIn: Check = {
  says: "leads to the sign-in and back",
  in: ({ who }) => who === "nobody",
  look: (visit) => {
    if (!isScreen(visit)) return [];
    const location = visit.headers.get("Location") ?? "";
    // Without a way back the sign-in leads to the cluster overview.
    const back = new URL(location, "http://console.test").searchParams.get("redirectTo") ?? "/cluster";
    const asked = visit.calls.length > 0 ? [`called ${visit.calls.join()}`] : [];
    return visit.status === 302 && location.startsWith("/login") && back === visit.path
      ? asked
      : [...asked, `led to ${location}`];
  },
};
