import { one } from "./other.js";
