/** What a button says that sends something. */

import {t} from "./words.js";

/** Its own words; while something is on its way, that it is. */
export const doing = ({sending}, words) => (sending ? t("Sending…") : words);
