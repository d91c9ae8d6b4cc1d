import {context} from "./page.js";

export const page = context;
