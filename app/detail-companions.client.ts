// Small modules that many pages about one thing share: named here, they join the file of the detail kit. `.client`: on the server this module is empty.
import "~/editor/intents";
import "~/lib/curl";
import "~/lib/index-name";
import "~/navigation/document-paths";
import "~/routes/data/import/intents";
import "~/routes/data/jobs/intents";
import "~/routes/indices/templates/template-names";
import "~/services/jobs/states";
