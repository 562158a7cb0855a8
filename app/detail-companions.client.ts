// Small modules that many pages about one thing share: named here, they join the file of the detail kit. `.client`: on the server this module is empty.
import "~/editor/intents";
import "~/lib/curl";
import "~/navigation/document-paths";
import "~/services/jobs/states";
