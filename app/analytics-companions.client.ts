// What pages of analytics share: named here, it is one file of theirs in the browser. `.client`: on the server this module is empty.
import "~/routes/analytics/_parts/analytics-address";
import "~/routes/analytics/_parts/bar/analytics-bar";
import "~/routes/analytics/_parts/bar/compare";
import "~/routes/analytics/_parts/change";
import "~/routes/analytics/_parts/download-links";
import "~/routes/analytics/_parts/figure-cards";
import "~/routes/analytics/_parts/file-path";
import "~/routes/analytics/_parts/lists/list-kind";
import "~/routes/analytics/_parts/page-actions";
import "~/routes/analytics/_parts/summary-cards";
