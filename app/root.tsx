import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DemoBanner } from "~/components/shell/demo-banner";
import { ErrorScreen } from "~/components/shell/error-screen";
import type { Support } from "~/components/shell/support";
import { contextOf } from "~/server/context.server";
import { useNonce } from "~/browser/nonce";
import { leaveSecrets } from "~/server/redirect.server";
import { demoInWords } from "~/session/demo.server";
import { readPreferences } from "~/session/preferences.server";
import { Styles } from "~/browser/style-sheets";

// In the page, because it would be a request of its own.
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 22" fill="none"><g stroke="#0b8a7e" stroke-width="3" stroke-linecap="round"><path d="M2.5 3.5h11M2.5 10.5h7M2.5 17.5h3.5"/></g><circle cx="15.5" cy="12" r="4.6" stroke="#8a918e" stroke-width="2"/><path d="m19 15.6 3.4 3.6" stroke="#8a918e" stroke-width="2"/></svg>',
)}`;

export const links: LinksFunction = () => [{ rel: "icon", href: icon, type: "image/svg+xml" }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.reader.siteName ?? "Searchdeck" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  // The console's own server has seen to it before; under `remix-serve` there is nobody else.
  leaveSecrets(request);
  const { theme, lite, zone, zoneKnown } = readPreferences(request);
  return {
    reader: { theme, lite, zone, zoneKnown, now: Date.now(), siteName: config.siteName },
    demo: demoInWords(config),
    support: { contact: config.supportContact, docs: config.docsUrl } satisfies Support,
  };
}

// Tells the server that scripts run, and in which zone the reader lives; both only ever improve the next page.
const browserFacts = `(function(){var y=";path=/;max-age=31536000;samesite=lax",z;document.cookie="sd_js=1"+y;
try{z=Intl.DateTimeFormat().resolvedOptions().timeZone;if(z)document.cookie="sd_zone="+encodeURIComponent(z)+y}catch(e){}})()`;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const data = useRouteLoaderData<typeof loader>("root");
  const lite = data?.reader.lite ?? false;
  return (
    <html lang="en" data-theme={data?.reader.theme ?? "system"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <Styles />
        {!lite && <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: browserFacts }} />}
      </head>
      <body>
        {data?.demo && <DemoBanner shows={data.demo} />}
        {children}
        {!lite && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen error={useRouteError()} page />;
}
