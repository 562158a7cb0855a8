// What the two overviews share: named here, it joins the file of the charts, which both load. `.client`: on the server this module is empty.
import "~/routes/overview/_parts/first-steps";
import "~/routes/overview/_parts/index-health";
import "~/routes/overview/_parts/traffic";
import "~/routes/overview/_parts/traffic-address";
