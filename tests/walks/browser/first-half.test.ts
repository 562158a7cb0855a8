import { walkHalf } from "./half";

walkHalf(0);
