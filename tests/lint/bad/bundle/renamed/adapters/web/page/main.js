
import { one as two } from "./other.js";
