import { one } from "./other.js";
const KEPT = one;
