// What every page loads, as one file for the browser.
//
// esbuild makes a file of its own for each set of pages that share a module, which comes to dozens of requests of a few hundred bytes.
// Each module below imports this one, so all of them belong to the same pages and end in one file. `.client`: on the server this is empty.
// `package.json` names them under `sideEffects`, else the bare imports would be dropped. tests/unit/kit.test.ts holds the list.
import "~/components/ui/button";
import "~/components/ui/card";
import "~/components/ui/code-block";
import "~/components/ui/copy-button";
import "~/components/ui/data-table";
import "~/components/ui/definition-list";
import "~/components/ui/empty-state";
import "~/components/ui/error-panel";
import "~/components/ui/filter-bar";
import "~/components/ui/logo";
import "~/components/ui/menu";
import "~/components/ui/notice";
import "~/components/ui/page-form";
import "~/components/ui/page-header";
import "~/components/ui/panel";
import "~/components/ui/plain-link";
import "~/components/ui/preference-button";
import "~/components/ui/progress";
import "~/components/ui/reader";
import "~/components/ui/status-badge";
import "~/components/ui/table-footer";
import "~/components/ui/tabs";
import "~/components/ui/time";
import "~/lib/ids";
import "~/lib/numbers";
import "~/lib/search-params";
import "~/lib/dates";
import "~/lib/user-messages";
import "~/navigation/paths";
import "~/navigation/use-shell";
import "~/nonce";
import "~/components/shell/app-switcher";
import "~/components/shell/breadcrumbs";
import "~/components/shell/error-screen";
import "~/components/shell/flash-message";
import "~/components/shell/frame";
import "~/components/shell/header";
import "~/components/shell/loading-bar";
import "~/components/shell/payment";
import "~/components/shell/plain-page";
import "~/components/shell/sidebar";

// Empty in the browser, but a file for each set of pages all the same.
import "@remix-run/node";
import "~/components/forms/confirmation.server";
import "~/components/forms/read-form.server";
import "~/components/forms/reply.server";
import "~/context.server";
import "~/form-action.server";
import "~/redirect.server";
import "~/scope.server";
import "~/security.server";
import "~/services/cluster/allocation.server";
import "~/services/cluster/health.server";
import "~/services/cluster/nodes.server";
import "~/services/cluster/traffic.server";
import "~/services/credentials/list.server";
import "~/services/http/errors.server";
import "~/services/http/settle.server";
import "~/services/indices/details.server";
import "~/services/indices/manage.server";
import "~/services/mappings/get.server";
import "~/services/session/allowed-urls.server";
import "~/services/session/preferences.server";
import "~/services/session/sign-in.server";
import "~/sessions.server";
import "~/shell.server";
