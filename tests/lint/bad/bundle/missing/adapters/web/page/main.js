import { two } from "./other.js";
