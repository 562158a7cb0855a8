import { walkHalf } from "./half";

walkHalf(1);
